import type { Kysely } from 'kysely';
import { type DrawnLabels, LabelPick, LabelRequest } from '../../conversation/label-request.ts';
import type { LabelRequestFilter } from '../curation-port.ts';
import { takeSequence } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import { parseWith } from '../tables/json-column.ts';

const rowsAtOnce = 500;
const idDigits = 10;

export const StoredLabelRequest = LabelRequest.omit({ id: true });

/** Inside a transaction. */
export async function addLabelRequest(
  db: Kysely<Database>,
  request: Omit<LabelRequest, 'id'>,
  picks: readonly LabelPick[],
): Promise<LabelRequest> {
  const sequence = await takeSequence(db, 1);
  const { question, source } = request;
  const columns = {
    question,
    dataset: 'dataset' in source ? source.dataset : null,
    run: 'run' in source ? source.run : null,
  };
  await db
    .insertInto('label_requests')
    .values({ sequence, ...columns, request: JSON.stringify(request) })
    .execute();
  const rows = picks.map((pick, position) => ({
    request: sequence,
    position,
    question,
    ...toPlace(pick),
    pick: JSON.stringify(pick),
  }));
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await db
      .insertInto('label_picks')
      .values(rows.slice(start, start + rowsAtOnce))
      .execute();
  }
  return { id: toRequestId(sequence), ...request };
}

/** The columns by which a label finds its pick. */
export function toPlace({ subject }: LabelPick) {
  const [dataset, item] = 'item' in subject ? [subject.dataset, subject.item] : [null, null];
  return { dataset, item, run: 'run' in subject ? subject.run : null };
}

/** Oldest first. */
export async function listLabelRequests(
  db: Kysely<Database>,
  filter: LabelRequestFilter,
): Promise<readonly DrawnLabels[]> {
  let query = db.selectFrom('label_requests').select(['sequence', 'request']).orderBy('sequence');
  for (const column of ['question', 'dataset', 'run'] as const) {
    const value = filter[column];
    if (value !== undefined) query = query.where(column, '=', value);
  }
  const rows = await query.execute();
  if (rows.length === 0) return [];
  const picks = await db
    .selectFrom('label_picks')
    .select(['request', 'pick'])
    .where(
      'request',
      'in',
      rows.map(({ sequence }) => sequence),
    )
    .orderBy('request')
    .orderBy('position')
    .execute();
  const byRequest = Map.groupBy(picks, ({ request }) => request);
  return rows.map(({ sequence, request }) => {
    const id = toRequestId(sequence);
    return {
      request: { id, ...parseWith(StoredLabelRequest, request, id) },
      picks: (byRequest.get(sequence) ?? []).map(({ pick }) => parseWith(LabelPick, pick, `a pick of ${id}`)),
    };
  });
}

function toRequestId(sequence: number): string {
  return `request-${sequence.toString(36).padStart(idDigits, '0')}`;
}
