import { Fault } from '../../base/fault.ts';
import { renderNumberOf } from '../../base/number-of.ts';

interface NamedRun {
  readonly id: string;
}

/** Looks up runs. */
export interface RunFinder<Run> {
  find(id: string): Promise<Run | undefined>;
  /** Newest first. */
  list(options: { readonly limit: number }): Promise<readonly Run[]>;
}

/**
 * Finds a run by its id, by a prefix or suffix of the id, or by its age: `last`, `last~1` for the one before. The name
 * may begin with `run:`. Throws RUN_UNKNOWN.
 */
export async function getRun<Run extends NamedRun>(store: RunFinder<Run>, name: string): Promise<Run> {
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

/** The number of newer runs: 0 for `last`, 2 for `last~2`. Undefined for any other name. */
function findAge(wanted: string): number | undefined {
  const [, age] = /^last(?:~(\d{1,6}))?$/.exec(wanted) ?? [];
  return wanted === 'last' ? 0 : age === undefined ? undefined : Number(age);
}

function tooOld(wanted: string, known: readonly NamedRun[]): never {
  if (known.length === 0) throw unknownRun(wanted, known);
  const count = renderNumberOf(known.length, 'run');
  const hint = `The oldest is last~${known.length - 1}. List the runs with \`turnwise runs\`.`;
  throw new Fault({ code: 'RUN_UNKNOWN', message: `There is no run "${wanted}". The database has ${count}.`, hint });
}

function severalRuns(wanted: string, fitting: readonly NamedRun[]): Fault {
  const ids = fitting.slice(0, 5).map(({ id }) => id);
  const message = `${fitting.length} runs start or end with "${wanted}".`;
  return new Fault({ code: 'RUN_UNKNOWN', message, hint: `Choose one: ${ids.join(', ')}.` });
}

function unknownRun(wanted: string, known: readonly NamedRun[]): Fault {
  const shown = known.slice(0, 5).map(({ id }) => id);
  const hint =
    shown.length === 0
      ? 'The database has no runs yet. Run an eval first.'
      : `The latest runs are: ${shown.join(', ')}.`;
  return new Fault({ code: 'RUN_UNKNOWN', message: `There is no run "${wanted}".`, hint });
}
