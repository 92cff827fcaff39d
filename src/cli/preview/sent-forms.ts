import { Fault } from '../../base/fault.ts';
import { listSent, readsSend } from '../../conversation/target-request.ts';
import type { Send, TargetSpec } from '../../conversation/target-spec.ts';
import { type EvalFile, listTargetIds } from '../../files/eval/read-eval.ts';
import {
  findTargetsFile,
  readTargets,
  type TargetsFile,
  unknownTargetFault,
} from '../../files/targets/read-targets.ts';
import { readTargetSends } from '../../samples/eval-sources.ts';
import { findRecordedSend } from '../../wiring/open-jobs.ts';

/** What the targets of an eval file are sent. */
export interface SentForms {
  /** A clause for the targets that are sent the same: `a, b get chat messages`. */
  readonly clauses: readonly string[];
  /** Some target is sent the chat messages. */
  readonly hasMessages: boolean;
  readonly targets: readonly TargetSpec[];
}

interface SentFormsOptions {
  readonly cwd: string;
  /** Ids of targets. Default: those of the file. */
  readonly targets?: readonly string[] | undefined;
}

/** Targets that cannot be read are left to `validate`. */
export async function readSentForms(evalFile: EvalFile, { cwd, targets }: SentFormsOptions): Promise<SentForms> {
  const targetsFile = findTargets(evalFile, cwd);
  const specs = new Map(targetsFile?.targets.map((spec): [string, TargetSpec] => [spec.id, spec]));
  const unknown = targets?.find((id) => !specs.has(id));
  const typed = { flag: '--target', values: targets ?? [] };
  if (unknown !== undefined) throw unknownTargetFault(unknown, { file: evalFile.file, targetsFile, typed });
  const all = await readTargetSends({ evalFile, targetsFile }, { findRecordedSend });
  const sends = new Map<string, readonly Send[]>();
  for (const id of listTargetIds({}, evalFile, { choice: { targets }, specs })) {
    const forms = all.get(id);
    if (forms !== undefined) sends.set(id, forms);
  }
  const sent = [...sends.keys()].flatMap((id) => specs.get(id) ?? []);
  const hasMessages = sent.some((spec) => readsSend(spec) && sends.get(spec.id)?.includes('messages') === true);
  return { clauses: listSent(sends, specs), hasMessages, targets: sent };
}

function findTargets({ path, root }: EvalFile, cwd: string): TargetsFile | undefined {
  const file = findTargetsFile(path, root);
  if (file === undefined) return undefined;
  try {
    return readTargets(file, cwd);
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}
