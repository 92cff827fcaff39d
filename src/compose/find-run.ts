import { Fault } from '../base/fault.ts';
import type { RunRecord, RunStore } from '../store/port.ts';

/** A run by its id, by the beginning or the end of it, or `last`; `run:` before it may stand. Throws RUN_UNKNOWN. */
export async function getRun(store: Pick<RunStore, 'find' | 'list'>, name: string): Promise<RunRecord> {
  const wanted = name.replace(/^run:/, '');
  const exact = await store.find(wanted);
  if (exact !== undefined) return exact;
  const recent = await store.list({ limit: 1_000 });
  if (wanted === 'last' && recent[0] !== undefined) return recent[0];
  const fitting = wanted === '' ? [] : recent.filter(({ id }) => id.startsWith(wanted) || id.endsWith(wanted));
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  throw fitting.length > 1 ? severalRuns(wanted, fitting) : unknownRun(wanted, recent);
}

/**
 * The newest run that was stopped or died; or the newest of all, when a bound left cases over. Older runs that reached a
 * bound were meant to end there: they are resumed by their id.
 */
export async function getUnfinishedRun(store: Pick<RunStore, 'list'>): Promise<RunRecord> {
  const recent = await store.list({ limit: 1_000 });
  const found = recent.find(({ state, counts }, age) => state !== 'ended' || (age === 0 && counts.skipped > 0));
  if (found !== undefined) return found;
  const message = 'There is no run to resume: every run in the store is at its end.';
  const hint = 'Name one to look again: turnwise run --resume <run> --retry errors. `turnwise runs` lists them.';
  throw new Fault({ code: 'RUN_UNKNOWN', message, hint });
}

function severalRuns(wanted: string, fitting: readonly RunRecord[]): Fault {
  const ids = fitting.slice(0, 5).map(({ id }) => id);
  const message = `${fitting.length} runs begin or end with "${wanted}".`;
  return new Fault({ code: 'RUN_UNKNOWN', message, hint: `Say which: ${ids.join(', ')}.` });
}

function unknownRun(wanted: string, known: readonly RunRecord[]): Fault {
  const shown = known.slice(0, 5).map(({ id }) => id);
  const hint = shown.length === 0 ? 'The store has no runs yet.' : `The latest are: ${shown.join(', ')}.`;
  return new Fault({ code: 'RUN_UNKNOWN', message: `There is no run "${wanted}".`, hint });
}
