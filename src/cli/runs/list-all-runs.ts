import type { RunRecord, RunStore } from '../../store/port.ts';

const runsAtOnce = 100;

/** Every run of the store, newest first. */
export async function* listAllRuns(store: Pick<RunStore, 'list'>): AsyncGenerator<RunRecord> {
  let before: string | undefined;
  do {
    const runs = await store.list({ limit: runsAtOnce, ...(before === undefined ? {} : { before }) });
    yield* runs;
    before = runs.at(-1)?.id;
  } while (before !== undefined);
}
