import { systemClock } from '../../src/base/clock.ts';
import { importItems } from '../../src/review/import-items.ts';
import type { ImportResult } from '../../src/review/import-report.ts';
import type { Store } from '../../src/store/port.ts';
import { openStore } from '../../src/wiring/open-store.ts';
import { toSource } from './review-desk.ts';

/** Works with the store of a project while no other process has it open. */
export async function withStore<Result>(cwd: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore({ cwd, clock: systemClock });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Imports items into the store of a project, changing those that exist. */
export async function importInto(cwd: string, values: readonly unknown[]): Promise<readonly ImportResult[]> {
  return withStore(cwd, async ({ curation }) => {
    const results: ImportResult[] = [];
    let turns = 0;
    const context = { store: curation, clock: systemClock, newTurnId: () => `t${++turns}` };
    const source = toSource(values.map((value, index) => ({ index, value })));
    await importItems(context, { source, actor: 'ann', mode: 'upsert' }, (told) => {
      results.push(...told);
    });
    return results;
  });
}
