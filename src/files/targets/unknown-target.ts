import { Fault } from '../../base/fault.ts';
import { suggestValue, type TypedValues } from '../../base/nearest.ts';
import type { TargetsFile } from './read-targets.ts';

export interface TargetAsker {
  /** The eval file or deck, as shown to people. */
  readonly file: string;
  readonly targetsFile: TargetsFile | undefined;
  /** Where the target was chosen. */
  readonly typed: TypedValues;
}

/** The fault of a chosen target that cannot be called: it does not exist, or cannot be used here. */
export function unknownTargetFault(id: string, { file, targetsFile, typed }: TargetAsker): Fault {
  const unusable = targetsFile?.unusable.find((target) => target.id === id);
  const where = targetsFile === undefined ? `no targets.yaml for ${file}` : `no target "${id}" in ${targetsFile.file}`;
  const message =
    unusable === undefined ? `There is ${where}.` : `Turnwise cannot use the target "${id}". ${unusable.reason}`;
  const known = (targetsFile?.targets ?? []).map((target) => target.id);
  return new Fault({ code: 'TARGET_UNKNOWN', message, hint: toHint() });

  function toHint(): string {
    if (targetsFile === undefined) return 'Create one. `turnwise init` writes an example.';
    return unusable === undefined ? suggestValue(id, { ...typed, known }) : hintUnusable(targetsFile.file, known);
  }
}

/** What to do about a target that is in its file and cannot be called. */
export function hintUnusable(file: string, others: readonly string[]): string {
  return others.length === 0 ? `Fix it in ${file}.` : `Fix it in ${file}, or use another target: ${others.join(', ')}.`;
}
