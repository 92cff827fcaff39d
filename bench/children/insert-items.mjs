// Copies the items of one database into an empty one, from memory. Usage: insert-items.mjs <from> <to>
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../dist/base/clock.js';
import { openSqliteStore } from '../../dist/store/sqlite/open-sqlite-store.js';
import { toIndexedText } from '../../dist/store/sqlite/text-index.js';

const itemsAtOnce = 200;
const [from, to] = process.argv.slice(2);

/** Tables with the column that says which item a row belongs to. */
const perItem = { items: 'no', revisions: 'item_no', questions: 'item_no' };
const perSequence = { item_tags: 'sequence', audit_events: 'sequence' };

const source = new DatabaseSync(from, { readOnly: true });
const items = source.prepare('select * from items order by no').all();
const rows = new Map(items.map((item) => [item.no, []]));
const bySequence = new Map(items.map((item) => [item.sequence, rows.get(item.no)]));

await (await openSqliteStore(to, { clock: systemClock })).close();
const target = new DatabaseSync(to);
target.exec('pragma synchronous = full; pragma wal_autocheckpoint = 4000; pragma temp_store = memory');
const statements = new Map();

function insert(list, table, row, columns = Object.keys(row)) {
  let statement = statements.get(table);
  if (statement === undefined) {
    const names = columns.map((name) => `"${name}"`).join(', ');
    const marks = columns.map(() => '?').join(', ');
    statement = target.prepare(`insert into ${table} (${names}) values (${marks})`);
    statements.set(table, statement);
  }
  list.push([statement, columns.map((name) => row[name])]);
}

const bodies = new Map(
  source
    .prepare('select * from bodies')
    .all()
    .map((body) => [body.no, body]),
);
for (const item of items) {
  const list = rows.get(item.no);
  const body = bodies.get(item.body_no);
  insert(list, 'bodies', body);
  const { history, refs, comment, answer, editedQuestion, synthQuestion } = JSON.parse(body.body);
  const turns = history ?? [];
  const sources = [...refs, ...turns.flatMap((turn) => turn.refs ?? [])];
  const texts = [
    synthQuestion,
    editedQuestion,
    answer,
    comment,
    ...turns.map(({ msg }) => msg),
    ...sources.map(({ title }) => title),
  ];
  insert(list, 'item_texts', { rowid: item.sequence, body: toIndexedText(texts.filter(Boolean)) });
  insert(list, 'item_urls', { rowid: item.sequence, body: [...new Set(sources.map(({ url }) => url))].join('\n') });
}
for (const [table, column] of Object.entries(perItem)) {
  for (const row of source.prepare(`select * from ${table}`).all()) insert(rows.get(row[column]), table, row);
}
for (const [table, column] of Object.entries(perSequence)) {
  for (const row of source.prepare(`select * from ${table}`).all()) {
    const list = bySequence.get(row[column]);
    if (list !== undefined) insert(list, table, row);
  }
}
source.close();

const lists = [...rows.values()];
const started = performance.now();
for (let at = 0; at < lists.length; at += itemsAtOnce) {
  target.exec('begin immediate');
  for (const list of lists.slice(at, at + itemsAtOnce))
    for (const [statement, values] of list) statement.run(...values);
  target.exec('commit');
}
const elapsedMs = performance.now() - started;
target.close();
console.log(JSON.stringify({ elapsedMs }));
