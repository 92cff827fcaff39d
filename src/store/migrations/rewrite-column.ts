import { type Kysely, type RawBuilder, sql } from 'kysely';

export interface Rewriting {
  readonly table: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** A text, or null. */
  readonly column: string;
  readonly rowsPerPage: number;
  /** What messages call a row. */
  readonly name?: RawBuilder<string>;
  /** The new text, or the same. */
  readonly change: (text: string, name: string) => string;
}

type StoredRow = Readonly<Record<string, unknown>>;

/** Changes one column of every row. Reads page by page in the order of the key, so memory does not grow with the table. */
export async function rewriteColumn(db: Kysely<unknown>, rewriting: Rewriting): Promise<void> {
  const { key, column, change, rowsPerPage } = rewriting;
  let after: StoredRow | undefined;
  do {
    const rows = await readPage(db, rewriting, after);
    const changed = rows.flatMap((row) => {
      const text = String(row[column]);
      const renamed = change(text, String(row.name));
      return renamed === text ? [] : [[...key.map((name) => row[name]), renamed]];
    });
    if (changed.length > 0) await writePage(db, rewriting, changed);
    after = rows.length < rowsPerPage ? undefined : rows.at(-1);
  } while (after !== undefined);
}

async function readPage(
  db: Kysely<unknown>,
  { table, key, column, rowsPerPage, name: called = sql`''` }: Rewriting,
  after: StoredRow | undefined,
): Promise<readonly StoredRow[]> {
  const names = sql.join(key.map((name) => sql.ref(name)));
  const isNext = after === undefined ? sql`true` : sql`(${names}) > (${sql.join(key.map((name) => after[name]))})`;
  const page = sql<StoredRow>`select ${names}, ${sql.ref(column)}, ${called} as name from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${isNext} order by ${names} limit ${rowsPerPage}`;
  return (await page.execute(db)).rows;
}

/** One statement per page: a statement per row takes many times as long. */
async function writePage(
  db: Kysely<unknown>,
  { table, key, column }: Rewriting,
  changed: readonly (readonly unknown[])[],
): Promise<void> {
  const values = sql.join(changed.map((row) => sql`(${sql.join(row)})`));
  const isSame = key.map((name, index) => sql`${sql.ref(`${table}.${name}`)} = page.${sql.ref(`column${index + 1}`)}`);
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = page.${sql.ref(`column${key.length + 1}`)}
    from (values ${values}) as page where ${sql.join(isSame, sql` and `)}`.execute(db);
}
