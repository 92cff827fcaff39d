import type { StatementSync } from 'node:sqlite';
import type { ItemKey } from '../item-port.ts';
import type { Connection } from './connection.ts';

/** All keys in one statement, as JSON: to begin to read takes far longer than to look one of them up. */
const findAsking = `select asked.value as key, datasets.name as dataset, items.id as id
  from json_each(?) as asked
  join items on items.no = (select min(item_no) from questions where key = asked.value)
  join datasets on datasets.no = items.dataset_no`;

/** Finds, of question keys, those that approved items have, and the first such item of each. */
export class ApprovedQuestions {
  readonly #connection: Connection;
  readonly #statement: StatementSync;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#statement = connection.prepare(findAsking);
  }

  readonly find = async (keys: readonly string[]): Promise<ReadonlyMap<string, ItemKey>> => {
    const rows = await this.#connection.retry(() => this.#statement.all(JSON.stringify(keys)));
    return new Map(rows.map((row) => [String(row.key), { dataset: String(row.dataset), id: String(row.id) }]));
  };
}
