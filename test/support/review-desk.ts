import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { Fault } from '../../src/base/fault.ts';
import { parseItemPatch } from '../../src/contract/item-patch-body.ts';
import type { ItemBody } from '../../src/curate/item-content.ts';
import { type ImportRequest, importItems } from '../../src/review/import-items.ts';
import type { ImportResult, ImportSummary, Incoming } from '../../src/review/import-report.ts';
import { getParsed } from '../../src/review/item-faults.ts';
import { type PutRequest, putItem } from '../../src/review/put-item.ts';
import { getItem, type RefsShape, toItemAnswer } from '../../src/review/read-item.ts';
import type { ReviewContext } from '../../src/review/review-context.ts';
import type { ItemRecord } from '../../src/store/item-port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { makeProject } from './temp-project.ts';

const dataset = 'demo';

type PutOptions = Partial<PutRequest> & { readonly refs?: 'nested' | 'flat' };

/** The answer to a GET. */
export type ShownItem = ItemBody & Omit<ItemRecord, 'body' | 'etag' | 'dataset'> & { readonly _etag: string };

/** A database of its own with what reviewing needs, short to call: keys are ids of the dataset `demo`, `ann` is the actor. */
export class ReviewDesk {
  readonly context: ReviewContext;

  constructor(context: ReviewContext) {
    this.context = context;
  }

  /** Items as they come from a list. Gives the summary, and the results as they were reported. */
  async import(
    values: readonly unknown[],
    request: Partial<ImportRequest> = {},
  ): Promise<ImportSummary & { readonly results: readonly ImportResult[] }> {
    const results: ImportResult[] = [];
    const source = toSource(values.map((value, index) => ({ index, value })));
    const summary = await importItems(
      this.context,
      { source, actor: 'ann', mode: 'create', dataset, ...request },
      (told) => {
        results.push(...told);
      },
    );
    return { ...summary, results };
  }

  async read(id: string, refs?: RefsShape): Promise<ShownItem> {
    // What toItemAnswer writes.
    return JSON.parse(toItemAnswer(await getItem(this.context, { dataset, id }), refs)) as ShownItem;
  }

  /** With the right ETag, unless the request names one. `refs` is the shape of the refs in the body. */
  async put(id: string, body: unknown, { refs = 'nested', ...request }: PutOptions = {}): Promise<ShownItem> {
    const { etag } = await getItem(this.context, { dataset, id });
    await putItem(this.context, {
      key: { dataset, id },
      patch: getParsed(parseItemPatch(body, { key: { dataset, id }, refs })),
      actor: 'ann',
      ifMatch: `"${etag}"`,
      ...request,
    });
    return this.read(id);
  }
}

export async function openReviewDesk(): Promise<ReviewDesk> {
  let milliseconds = Date.UTC(2026, 0, 1);
  let turns = 0;
  const clock = { ...systemClock, now: () => ++milliseconds };
  const store = await openSqliteStore(join(makeProject(), '.turnwise', 'test.db'), { clock });
  onTestFinished(() => store.close());
  return new ReviewDesk({ store: store.curation, clock, newTurnId: () => `t${++turns}` });
}

export async function* toSource(incoming: Iterable<Incoming>): AsyncGenerator<Incoming> {
  yield* incoming;
}

/** The problems of the Fault that something throws, as `code path`. */
export async function listFaults(promise: Promise<unknown>): Promise<readonly string[]> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Fault) return error.problems.map(({ code, path }) => (path ? `${code} ${path}` : code));
    throw error;
  }
  return [];
}
