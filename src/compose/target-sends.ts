import { resolve } from 'node:path';
import { Fault } from '../base/fault.ts';
import type { RunSpec } from '../conversation/run/run-spec.ts';
import { readsSend, toDefaultSend, toRecordedSends } from '../conversation/run/send.ts';
import type { Send, TargetSpec } from '../conversation/target-spec.ts';
import { listTargetIds } from '../files/eval/list-target-ids.ts';
import type { EvalFile } from '../files/eval/read-eval.ts';
import type { TargetsFile } from '../files/targets/read-targets.ts';
import { toRelative } from '../run/prepare.ts';
import type { EvalSource } from '../run/run-context.ts';

/** What each target is sent, by id: one variant per form. */
export type TargetSends = EvalSource['sends'];

interface Files {
  readonly evalFile: Pick<EvalFile, 'isAgentv'>;
  readonly targetsFile: TargetsFile | undefined;
}

/** What the targets of an eval file are sent. `chosen`: the forms of `--send`. */
export async function readTargetSends(
  { evalFile, targetsFile }: Files,
  chosen: readonly Send[] | undefined,
): Promise<TargetSends> {
  const sends = new Map<string, readonly Send[]>();
  if (targetsFile === undefined) return sends;
  const isAgentv = evalFile.isAgentv || targetsFile.isAgentv;
  for (const spec of targetsFile.targets) {
    const own = async () => [
      spec.send ?? (await findRecorded(spec, targetsFile.path)) ?? toDefaultSend(spec, { isAgentv }),
    ];
    const forms = chosen ?? (await own());
    // A second form would be the same conversation again.
    sends.set(spec.id, readsSend(spec) ? forms : forms.slice(0, 1));
  }
  return sends;
}

/** The form of a replay target's recording. One that cannot be read is reported when the target is opened. */
async function findRecorded(spec: TargetSpec, targetsPath: string): Promise<Send | undefined> {
  if (spec.provider !== 'replay') return undefined;
  const { findRecordedSend } = await import('../target/replay/read-cassette.ts');
  try {
    return await findRecordedSend(resolve(targetsPath, '..', spec.cassette), spec.id);
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

/**
 * What the targets of a stored run are sent when it is resumed: what they were sent before, unless the targets file
 * says something else now.
 */
export function keepTargetSends(
  before: RunSpec,
  { index, targetsFile, specs, sends }: EvalSource,
  root: string,
): TargetSends {
  if (targetsFile === undefined) return sends;
  const file = toRelative(targetsFile.path, root);
  const known = new Map(before.targets.filter((target) => target.file === file).map(({ spec }) => [spec.id, spec]));
  const keep = (id: string, now: readonly Send[]): readonly Send[] => {
    const spec = known.get(id);
    if (spec === undefined || spec.send !== specs.get(id)?.send) return now;
    return toRecordedSends(before, index, spec);
  };
  return new Map([...sends].map(([id, now]) => [id, keep(id, now)]));
}

/** Targets of a resumed run whose form differs from what a new run would send them. Simulated users are not among them. */
export function listKeptSends(
  fresh: readonly EvalSource[],
  kept: readonly EvalSource[],
  { options }: Pick<RunSpec, 'options'>,
): TargetSends {
  const differing = new Map<string, readonly Send[]>();
  for (const [index, { evalFile, specs, sends }] of kept.entries()) {
    for (const id of listTargetIds({}, evalFile, { choice: options, specs })) {
      const forms = sends.get(id);
      if (forms !== undefined && fresh[index]?.sends.get(id)?.join() !== forms.join()) differing.set(id, forms);
    }
  }
  return differing;
}
