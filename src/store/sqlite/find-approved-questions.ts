import type { StatementSync } from 'node:sqlite';
import type { ItemKey } from '../item-port.ts';
import type { Connection } from './connection.ts';

/** Of these keys those that approved items have, and the first such item of each: a look for each, by `findAskingQuery`. */
export async function findApprovedQuestions(
  connection: Connection,
  statement: StatementSync,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ItemKey>> {
  const found = new Map<string, ItemKey>();
  for (const key of keys) {
    const row = await connection.retry(() => statement.get(key, 1));
    if (row !== undefined) found.set(key, { dataset: String(row.dataset), id: String(row.id) });
  }
  return found;
}
