import type { Kysely } from 'kysely';
import { z } from 'zod';
import { Fault } from '../../base/fault.ts';
import { Label } from '../../conversation/label.ts';
import {
  type DrawnLabels,
  filterDatasetDraws,
  isPickOf,
  type LabelRequest,
  listDrawnPicks,
  toInclusionProbability,
} from '../../conversation/label-request.ts';
import type { IdempotencyKey, LabelFilter, LabelStore, NewLabel } from '../curation-port.ts';
import { findItemNumber } from '../items/items.ts';
import { takeSequence } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import { parseWith } from '../tables/json-column.ts';
import { findIdempotentAnswer, saveIdempotentAnswer } from './idempotency-keys.ts';
import { listLabelRequests } from './label-requests.ts';

const rowsAtOnce = 500;
const prefix = 'label-';
/** Digits of a number in an id, so that ids sort as their numbers do. */
const idDigits = 10;

/** Labels of earlier versions were not part of a random draw: a person chose them, or a judge's verdict did. */
export const StoredLabel = Label.omit({ id: true }).extend({
  inclusionProbability: Label.shape.inclusionProbability.default(null),
});
const StoredAnswer = z.object({ labels: z.array(StoredLabel.extend({ id: Label.shape.id })) });

/** Appends labels, all or none; with a key, only the first time. */
export async function addLabels(
  db: Kysely<Database>,
  labels: readonly NewLabel[],
  { at, idempotencyKey: key }: { readonly at: string; readonly idempotencyKey?: IdempotencyKey },
): Promise<readonly Label[]> {
  const earlier = key === undefined ? undefined : await findEarlier(db, key);
  if (earlier !== undefined) return earlier;
  await checkItems(db, labels);
  const added = await insertLabels(db, labels, at);
  await countLabels(
    db,
    labels.map((label) => label.rater),
    1,
  );
  if (key !== undefined) {
    await saveIdempotentAnswer(db, key, { at, status: 201, answer: JSON.stringify({ labels: added }) });
  }
  return added;
}

async function findEarlier(db: Kysely<Database>, key: IdempotencyKey): Promise<readonly Label[] | undefined> {
  const earlier = await findIdempotentAnswer(db, key.actor, key.key);
  if (earlier === undefined) return undefined;
  if (earlier.request !== key.request) {
    throw new Fault({
      code: 'ONCE_KEY_REUSED',
      message: `The idempotency key "${key.key.slice(0, 100)}" was already used for a different request.`,
      hint: 'Use a new key for each new request.',
    });
  }
  return parseWith(StoredAnswer, earlier.answer, `answer to request ${key.key}`).labels;
}

async function checkItems(db: Kysely<Database>, labels: readonly NewLabel[]): Promise<void> {
  const known = new Set<string>();
  for (const [index, { subject }] of labels.entries()) {
    if (!('item' in subject)) continue;
    const { dataset, item } = subject;
    const name = JSON.stringify([dataset, item]);
    if (known.has(name)) continue;
    if ((await findItemNumber(db, { dataset, id: item })) === undefined) {
      throw new Fault({
        code: 'ITEM_UNKNOWN',
        message: `There is no item "${item}" in the dataset "${dataset}".`,
        path: `labels[${index}].subject.item`,
      });
    }
    known.add(name);
  }
}

async function insertLabels(db: Kysely<Database>, labels: readonly NewLabel[], at: string): Promise<readonly Label[]> {
  const first = (await takeSequence(db, labels.length)) - labels.length + 1;
  const chances = await findChances(db, labels);
  const rows = labels.map((label, index) =>
    toRow({ ...label, inclusionProbability: chances[index] ?? null }, { sequence: first + index, at }),
  );
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const some = rows.slice(start, start + rowsAtOnce);
    await db
      .insertInto('labels')
      .values(some.map((row) => row.columns))
      .execute();
    await db
      .insertInto('audit_events')
      .values(some.map((row) => row.event))
      .execute();
  }
  return rows.map((row) => row.label);
}

/** The chance of each label to be asked for by the draws there are; null for one that no draw asked for. */
async function findChances(db: Kysely<Database>, labels: readonly NewLabel[]): Promise<readonly (number | null)[]> {
  const drawn = new Map<string, readonly DrawnLabels[]>();
  const chances: (number | null)[] = [];
  for (const { subject, question } of labels) {
    if ('sample' in subject) {
      chances.push(null);
      continue;
    }
    const key = JSON.stringify([question, 'run' in subject ? subject.run : null]);
    const known = drawn.get(key) ?? (await listDraws(db, { question, subject }));
    drawn.set(key, known);
    const pick = listDrawnPicks(known).find((one) => isPickOf(one, subject));
    const requests = known.map(({ request }) => ({ ...request, counts: isOfDataset(request, subject) }));
    chances.push(pick === undefined ? null : toInclusionProbability(pick, requests));
  }
  return chances;
}

/** All draws that leave each other what they do not draw: those of a run, or those into datasets. */
async function listDraws(
  db: Kysely<Database>,
  { question, subject }: Pick<NewLabel, 'question' | 'subject'>,
): Promise<readonly DrawnLabels[]> {
  if ('run' in subject) return listLabelRequests(db, { question, run: subject.run });
  return filterDatasetDraws(await listLabelRequests(db, { question }));
}

function isOfDataset({ source }: LabelRequest, subject: NewLabel['subject']): boolean {
  return !('dataset' in source) || ('item' in subject && subject.dataset === source.dataset);
}

/** The label as it is returned, as it is stored, and its audit event, which has the same number. */
function toRow(given: Omit<Label, 'id' | 'at'>, { sequence, at }: { readonly sequence: number; readonly at: string }) {
  const { subject, question, rater } = given;
  const [dataset, item] = 'item' in subject ? [subject.dataset, subject.item] : [null, null];
  const run = 'run' in subject ? subject.run : null;
  const label: Label = { id: toLabelId(sequence), ...given, at };
  const { id: _, ...kept } = label;
  return {
    label,
    columns: { sequence, dataset, item, run, question, rater, label: JSON.stringify(kept) },
    event: {
      sequence,
      at,
      by: rater,
      action: 'label',
      dataset,
      item,
      revision: 'item' in subject ? subject.revision : null,
      detail: question,
    },
  };
}

type LabelPage = Parameters<LabelStore['list']>[1];

/** In the order they were given. */
export async function listLabels(
  db: Kysely<Database>,
  filter: LabelFilter,
  { limit, after }: LabelPage,
): Promise<{ readonly labels: readonly Label[]; readonly cursor?: string }> {
  let query = db
    .selectFrom('labels')
    .select(['sequence', 'label'])
    .orderBy('sequence')
    .limit(limit + 1);
  for (const column of ['dataset', 'item', 'run', 'question', 'rater'] as const) {
    const value = filter[column];
    if (value !== undefined) query = query.where(column, '=', value);
  }
  if (after !== undefined) query = query.where('sequence', '>', parseLabelId(after));
  const rows = await query.execute();
  const labels = rows.slice(0, limit).map(({ sequence, label }) => {
    const id = toLabelId(sequence);
    return { id, ...parseWith(StoredLabel, label, id) };
  });
  const last = labels.at(-1);
  return rows.length > limit && last !== undefined ? { labels, cursor: last.id } : { labels };
}

/** Deletes the labels of an item. */
export async function deleteItemLabels(
  db: Kysely<Database>,
  key: { readonly dataset: string; readonly id: string },
): Promise<void> {
  const rows = await db
    .deleteFrom('labels')
    .where('item', '=', key.id)
    .where('dataset', '=', key.dataset)
    .returning('rater')
    .execute();
  await countLabels(
    db,
    rows.map((row) => row.rater),
    -1,
  );
}

function toLabelId(sequence: number): string {
  return `${prefix}${sequence.toString(36).padStart(idDigits, '0')}`;
}

function parseLabelId(id: string): number {
  const sequence = Number.parseInt(id.slice(prefix.length), 36);
  if (toLabelId(sequence) === id) return sequence;
  throw new Fault({
    code: 'STORE_BAD_CURSOR',
    message: 'The cursor does not belong to this list.',
    hint: 'Start again without it.',
    path: 'cursor',
  });
}

/** Adds to the number of labels of each rater. */
async function countLabels(db: Kysely<Database>, raters: readonly string[], each: 1 | -1): Promise<void> {
  const counts = new Map<string, number>();
  for (const name of raters) counts.set(name, (counts.get(name) ?? 0) + each);
  if (counts.size === 0) return;
  await db
    .insertInto('raters')
    .values(Array.from(counts, ([name, labels]) => ({ name, labels })))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ labels: eb('raters.labels', '+', eb.ref('excluded.labels')) })),
    )
    .execute();
}

export async function countRaters(db: Kysely<Database>): Promise<{ readonly labels: number; readonly raters: number }> {
  const row = await db
    .selectFrom('raters')
    .select((eb) => [eb.fn.sum<number | null>('labels').as('labels'), eb.fn.countAll<number>().as('raters')])
    .where('labels', '>', 0)
    .executeTakeFirstOrThrow();
  return { labels: row.labels ?? 0, raters: row.raters };
}
