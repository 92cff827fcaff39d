import { Fault } from '../../base/fault.ts';
import type { EvalFile } from '../../files/eval/read-eval.ts';
import { findTargetsFile } from '../../files/targets/find-targets.ts';
import { readTargets } from '../../files/targets/read-targets.ts';

/** The eval's targets that are sent messages instead of the question. A targets file that cannot be read has none. */
export function listMessageTargets({ path, root, head }: EvalFile, cwd: string): readonly string[] {
  const named = [...(head.targets ?? []), ...(head.target === undefined ? [] : [head.target])];
  const file = named.length === 0 ? undefined : findTargetsFile(path, root);
  if (file === undefined) return [];
  try {
    const { targets } = readTargets(file, cwd);
    return targets.filter(({ id, send }) => send === 'messages' && named.includes(id)).map(({ id }) => id);
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}
