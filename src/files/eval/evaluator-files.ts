import { dirname, join, relative, sep } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { type AssertionTemplate, type EvaluatorFiles, ownTypeFolder } from '../agentv/evaluator.ts';
import { Attachments } from '../project/attachments.ts';
import { listFoldersUp, toShownFile } from '../project/project.ts';
import { parseWholeFile } from '../syntax/parse-file.ts';
import { findTargetsFile, readTargets } from '../targets/read-targets.ts';
import { findStats } from '../text/read-text.ts';

/** What AgentV evaluators read next to their file: prompts, and the names of targets. */
export function toEvaluatorFiles(attachments: Attachments): EvaluatorFiles {
  let names: ReadonlySet<string> | undefined;
  return {
    readPrompt: (path) => attachments.findText(path),
    readTemplate: (path, folder) =>
      readTemplate(path, folder === undefined ? attachments : openAt(attachments, folder)),
    findTypeProgram: (type) => findTypeProgram(type, attachments),
    hasTarget: (name) => {
      names ??= readTargetNames(attachments);
      return names.has(name);
    },
  };
}

function openAt({ place }: Attachments, folder: string): Attachments {
  return new Attachments({ ...place, folder });
}

function readTemplate(written: string, attachments: Attachments): AssertionTemplate {
  const path = attachments.identify(written);
  const file = toShownFile(path, attachments.place.cwd);
  return { id: path, folder: dirname(path), parsed: parseWholeFile({ path, file, what: 'assertion template' }) };
}

function findTypeProgram(type: string, { place: { folder, root } }: Attachments): string | undefined {
  if (!/^[\w-]+$/.test(type)) return undefined;
  const names = ['ts', 'js', 'mts', 'mjs'].map((suffix) => join(ownTypeFolder, `${type}.${suffix}`));
  const paths = listFoldersUp(folder, root).flatMap((one) => names.map((name) => join(one, name)));
  const path = paths.find((one) => findStats(one)?.isFile() === true);
  return path === undefined ? undefined : relative(folder, path).split(sep).join('/');
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
