import type { RunSpec } from '../../conversation/run/run-spec.ts';
import { readsSend, toRecordedSends } from '../../conversation/target-request.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import { quoteArgument } from '../../format/transcript.ts';
import { hasReachedAll } from '../../job/run-line.ts';
import type { VariantMetrics } from '../../report/run-metrics.ts';
import type { RunRecord, RunStore } from '../../store/port.ts';

/** How many earlier runs are searched. */
const searchedRuns = 50;

/**
 * The command that compares a run with the newest earlier run of the same files: `turnwise compare <id> <id>`. With
 * several targets, the first that both runs have. Undefined: there is no such run.
 */
export async function findCompareCommand(
  record: RunRecord,
  variants: readonly Pick<VariantMetrics, 'target' | 'send'>[],
  runs: Pick<RunStore, 'list'>,
): Promise<string | undefined> {
  if (!isComparable(record)) return undefined;
  const recent = await runs.list({ limit: searchedRuns, before: record.id });
  const earlier = recent.find(
    (other) => isComparable(other) && toFiles(other) === toFiles(record) && hasSameSends(other, variants, record),
  );
  if (earlier === undefined) return undefined;
  const targets = [...new Set(variants.map(({ target }) => target))];
  const before = [...new Set(listTested(earlier.spec).map(({ id }) => id))];
  const named = targets.find((target) => before.includes(target));
  if (targets.length === 1 && before.length === 1) return renderCommand(earlier.id, record.id);
  return named === undefined ? undefined : renderCommand(`${earlier.id}:${named}`, `${record.id}:${named}`);
}

/** Whether the run was not interrupted, and has verdicts. */
function isComparable(run: RunRecord): boolean {
  const { state, counts } = run;
  return state !== 'running' && hasReachedAll(run) && counts.pass + counts.fail > 0;
}

function toFiles({ spec }: RunRecord): string {
  return JSON.stringify(spec.files.map(({ path }) => path).sort());
}

/** Whether both runs sent the same format to every target. Runs with different formats are compared only on request. */
function hasSameSends(
  { spec }: RunRecord,
  variants: readonly Pick<VariantMetrics, 'target' | 'send'>[],
  now: RunRecord,
): boolean {
  const before = new Map(listTested(spec).map((one) => [one.id, one]));
  const known = new Map(now.spec.targets.map((one) => [one.spec.id, one.spec]));
  const isAlone = before.size === 1 && new Set(variants.map(({ target }) => target)).size === 1;
  return variants.every(({ target, send }) => {
    const other = isAlone ? [...before.values()][0] : before.get(target);
    const own = known.get(target);
    if (other === undefined || !readsSend(other) || (own !== undefined && !readsSend(own))) return true;
    return spec.files.some((_, index) => toRecordedSends(spec, index, other).includes(send));
  });
}

/** All targets except judges. It includes simulated users, which records do not distinguish from tested targets. */
function listTested({ targets }: RunSpec): readonly TargetSpec[] {
  return targets.filter(({ role }) => role !== 'judge').map(({ spec }) => spec);
}

function renderCommand(earlier: string, later: string): string {
  return `turnwise compare ${quoteArgument(earlier)} ${quoteArgument(later)}`;
}
