import { extname } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { type ImportEntry, readFileEntries } from '../foreign/read-entries.ts';
import { isCsvFile } from '../syntax/written-table.ts';
import { isLinesFile } from '../text/lines.ts';
import { type FieldMap, findFieldMap, isUsualName, mapKeys, renderFieldMap } from './field-map.ts';
import { listExtras } from './map-row.ts';
import { readCsvEntries } from './read-csv.ts';
import { readParquetEntries } from './read-parquet.ts';

/** Which columns of a table are which part of a conversation. */
export interface ColumnChoice {
  readonly map: FieldMap;
  /** As you would type it after --map. */
  readonly written: string;
  /** Columns that go to `meta`, of the first row. */
  readonly others: readonly string[];
}

function isParquetFile(path: string): boolean {
  return extname(path).toLowerCase() === '.parquet';
}

/** Reads the entries of a file from the start. */
export type ReadEntries = () => AsyncGenerator<ImportEntry>;

/**
 * Opens the entries of a file: rows of CSV or Parquet, or JSON values. Each call of the returned function reads them
 * again. A file that is read whole is parsed once. `map` names columns that are not the usual ones.
 */
export async function openImportEntries(path: string, file: string, map: FieldMap = {}): Promise<ReadEntries> {
  if (isParquetFile(path)) return () => readParquetEntries({ path, file });
  if (isCsvFile(path)) {
    const named = new Set(Object.values(map).flat());
    const isKnown = (column: string) => named.has(column) || isUsualName(column);
    return () => readCsvEntries({ path, file, isKnown });
  }
  if (isLinesFile(path)) return () => readFileEntries(path, file);
  const list = await Array.fromAsync(readFileEntries(path, file));
  return async function* again() {
    yield* list;
  };
}

const itemKeys = ['history', 'messages', 'synthQuestion', 'editedQuestion'];

/** Whether an object has a question or messages under usual names, and is not an item of Turnwise. */
export function isTableRow(value: Readonly<Record<string, unknown>>): boolean {
  return !itemKeys.some((key) => key in value) && findFieldMap(value) !== undefined;
}

interface FirstRow {
  readonly entry: ImportEntry | undefined;
  readonly file: string;
  readonly isCsv: boolean;
}

/** A table has one format. */
export function notATable(given: string, { file, isCsv }: Pick<FirstRow, 'file' | 'isCsv'>): Fault {
  const what = isCsv ? `"${file}" is a table` : 'A mapping describes a table';
  const message = `${what}, so it cannot be read as ${given}.`;
  return new Fault({ code: 'IMPORT_OTHER_FORMAT', message, hint: 'Remove --format.', file });
}

/** The typed map, or the one that the column names suggest. Throws a Fault if there is none, or a column is missing. */
export function chooseMap(typed: FieldMap | undefined, { entry, file, isCsv }: FirstRow): ColumnChoice {
  const row = isPlainObject(entry?.value) ? entry.value : {};
  const map = typed ?? findFieldMap(row) ?? (entry === undefined ? {} : undefined);
  if (map === undefined) throw unknownColumns(row, file);
  if (isCsv && entry !== undefined) assertColumns(map, row, file);
  return { map, written: renderFieldMap(map), others: Object.keys(listExtras(row, map)) };
}

function unknownColumns(row: Readonly<Record<string, unknown>>, file: string): Fault {
  if (Object.keys(row).some((name) => /^__expected\d*$/.test(name))) {
    const message = `"${file}" is a table of tests for promptfoo or the newest AgentV ("__expected"), not of conversations.`;
    const hint = 'Write each row as a case of a .eval.yaml file, with the assertion in "__expected" as a grader.';
    return new Fault({ code: 'IMPORT_UNKNOWN_COLUMNS', message, hint, file, line: 1 });
  }
  const message = `Cannot tell which columns of "${file}" are a conversation. ${listColumns(row)}`;
  const hint =
    'Name them: --map user=<column>,assistant=<column>, or for one message per row: --map id=<column>,role=<column>,content=<column>.';
  return new Fault({ code: 'IMPORT_UNKNOWN_COLUMNS', message, hint, file, line: 1 });
}

/** The columns of CSV are the same in each row, so a missing one is reported before the rows are read. */
function assertColumns(map: FieldMap, row: Readonly<Record<string, unknown>>, file: string): void {
  for (const key of mapKeys) {
    if (map.messages !== undefined && (key === 'role' || key === 'content')) continue;
    for (const source of map[key] ?? []) {
      if (source.startsWith('$') || source in row) continue;
      const message = `The mapping ${key}=${source} names a column that "${file}" does not have.`;
      throw new Fault({ code: 'IMPORT_BAD_MAP', message, hint: listColumns(row), file, line: 1 });
    }
  }
}

function listColumns(row: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(row);
  const shown = names.slice(0, 12).map((name) => `"${name.slice(0, 40)}"`);
  return `Its columns are ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}.`;
}
