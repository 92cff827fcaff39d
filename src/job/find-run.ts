import { Fault } from '../base/fault.ts';
import { renderNumberOf } from '../base/number-of.ts';
import type { RunRecord, RunStore } from '../store/port.ts';
import { hasReachedAll } from './run-line.ts';

/**
 * A run by its id, by the beginning or the end of it, or by its age: `last`, `last~1` for the one before, and so on.
 * `run:` before it may stand. Throws RUN_UNKNOWN.
 */
export async function getRun(store: Pick<RunStore, 'find' | 'list'>, name: string): Promise<RunRecord> {
  const wanted = name.replace(/^run:/, '');
  const exact = await store.find(wanted);
  if (exact !== undefined) return exact;
  const age = findAge(wanted);
  const recent = await store.list({ limit: Math.max(1_000, (age ?? 0) + 1) });
  if (age !== undefined) return recent[age] ?? tooOld(wanted, recent);
  const fitting = wanted === '' ? [] : recent.filter(({ id }) => id.startsWith(wanted) || id.endsWith(wanted));
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  throw fitting.length > 1 ? severalRuns(wanted, fitting) : unknownRun(wanted, recent);
}

/** The run that `--resume` or `--retry-errors` means. */
export function getRunToResume(
  runs: Pick<RunStore, 'find' | 'list'>,
  { resume, retryErrors }: { readonly resume?: string | true | undefined; readonly retryErrors?: boolean | undefined },
): Promise<RunRecord> {
  if (typeof resume === 'string') return getRun(runs, resume);
  return retryErrors === true ? getRun(runs, 'last') : getUnfinishedRun(runs);
}

/**
 * The newest run that is not completed. A run that a limit stopped counts only while it is the newest of all: older ones
 * were meant to end there, and are resumed by their id.
 */
async function getUnfinishedRun(store: Pick<RunStore, 'list'>): Promise<RunRecord> {
  const recent = await store.list({ limit: 1_000 });
  const found = recent.find((run, age) => run.state !== 'completed' && (age === 0 || !hasReachedAll(run)));
  if (found !== undefined) return found;
  const message = 'There is nothing to resume: every run in the database is completed.';
  const hint = 'To retry the errors of a run: `turnwise run --resume <run> --retry-errors`.';
  throw new Fault({ code: 'RUN_UNKNOWN', message, hint });
}

/** How many runs came after it: 0 of `last`, 2 of `last~2`. Undefined of any other name. */
function findAge(wanted: string): number | undefined {
  const [, age] = /^last(?:~(\d{1,6}))?$/.exec(wanted) ?? [];
  return wanted === 'last' ? 0 : age === undefined ? undefined : Number(age);
}

function tooOld(wanted: string, known: readonly RunRecord[]): never {
  if (known.length === 0) throw unknownRun(wanted, known);
  const count = renderNumberOf(known.length, 'run');
  const hint = `The oldest is last~${known.length - 1}. List the runs with \`turnwise runs\`.`;
  throw new Fault({ code: 'RUN_UNKNOWN', message: `There is no run "${wanted}". The database has ${count}.`, hint });
}

function severalRuns(wanted: string, fitting: readonly RunRecord[]): Fault {
  const ids = fitting.slice(0, 5).map(({ id }) => id);
  const message = `${fitting.length} runs start or end with "${wanted}".`;
  return new Fault({ code: 'RUN_UNKNOWN', message, hint: `Choose one: ${ids.join(', ')}.` });
}

function unknownRun(wanted: string, known: readonly RunRecord[]): Fault {
  const shown = known.slice(0, 5).map(({ id }) => id);
  const hint =
    shown.length === 0
      ? 'The database has no runs yet. Run an eval first.'
      : `The latest runs are: ${shown.join(', ')}.`;
  return new Fault({ code: 'RUN_UNKNOWN', message: `There is no run "${wanted}".`, hint });
}
