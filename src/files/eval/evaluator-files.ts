import { join } from 'node:path';
import { Fault } from '../../base/fault.ts';
import type { EvaluatorFiles } from '../agentv/evaluator.ts';
import type { Attachments } from '../project/attachments.ts';
import { findTargetsFile, readTargets } from '../targets/read-targets.ts';

/** What AgentV evaluators read next to their file: prompts, and the names of targets. */
export function toEvaluatorFiles(attachments: Attachments): EvaluatorFiles {
  let names: ReadonlySet<string> | undefined;
  return {
    readPrompt: (path) => attachments.findText(path),
    hasTarget: (name) => {
      names ??= readTargetNames(attachments);
      return names.has(name);
    },
  };
}

/** The targets that can be used. */
function readTargetNames({ place: { folder, root, cwd } }: Attachments): ReadonlySet<string> {
  // The targets file depends on the folder alone.
  const path = findTargetsFile(join(folder, 'eval.yaml'), root);
  try {
    const file = path === undefined ? undefined : readTargets(path, cwd);
    return new Set(file?.targets.map(({ id }) => id));
  } catch (error) {
    if (error instanceof Fault) return new Set();
    throw error;
  }
}
