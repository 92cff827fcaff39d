import { readsSend, toRecordedSends } from '../../conversation/send.ts';
import { quoteArgument } from '../../report/quote-argument.ts';
import type { ColumnFigures } from '../../report/run-figures.ts';
import type { RunRecord, RunStore } from '../../store/port.ts';

/** How far back an earlier run is looked for. */
const searchedRuns = 50;

/**
 * What sets a run against the newest one before it that played the same files to their end: `turnwise compare <id> <id>`.
 * Of several targets the first that both have. Undefined: there is no such run.
 */
export async function findCompareCommand(
  record: RunRecord,
  columns: readonly Pick<ColumnFigures, 'target' | 'send'>[],
  runs: Pick<RunStore, 'list'>,
): Promise<string | undefined> {
  if (!isComparable(record)) return undefined;
  const recent = await runs.list({ limit: searchedRuns, before: record.id });
  const earlier = recent.find(
    (other) => isComparable(other) && toFiles(other) === toFiles(record) && isSentAlike(other, columns),
  );
  if (earlier === undefined) return undefined;
  const targets = [...new Set(columns.map(({ target }) => target))];
  const before = listTargets(earlier);
  const named = targets.find((target) => before.includes(target));
  if (targets.length === 1 && before.length === 1) return renderCommand(earlier.id, record.id);
  return named === undefined ? undefined : renderCommand(`${earlier.id}:${named}`, `${record.id}:${named}`);
}

/** It is at its end, and some of it was decided. */
function isComparable({ state, counts }: RunRecord): boolean {
  return state === 'ended' && counts.pass + counts.fail > 0;
}

function toFiles({ spec }: RunRecord): string {
  return JSON.stringify(spec.files.map(({ path }) => path).sort());
}

/** Whether every target that both runs have was sent the same, for what was not is compared only on request. */
function isSentAlike({ spec }: RunRecord, columns: readonly Pick<ColumnFigures, 'target' | 'send'>[]): boolean {
  const specs = new Map(spec.targets.map((target) => [target.spec.id, target.spec]));
  return columns.every(({ target, send }) => {
    const before = specs.get(target);
    if (before === undefined || !readsSend(before)) return true;
    return spec.files.some((_, index) => toRecordedSends(spec, index, before).includes(send));
  });
}

/** Judges are left out; a simulated user is not told from a target that was tested, so there may be too many. */
function listTargets({ spec }: RunRecord): readonly string[] {
  return [...new Set(spec.targets.filter(({ role }) => role !== 'judge').map((target) => target.spec.id))];
}

function renderCommand(earlier: string, later: string): string {
  return `turnwise compare ${quoteArgument(earlier)} ${quoteArgument(later)}`;
}
