import { TableColumns } from '../syntax/table-columns.ts';
import type { WrittenTable } from '../syntax/written-table.ts';

/** The columns of a file of labels, as you typed them. */
export interface NamedLabelColumns {
  readonly item?: string;
  readonly sample?: string;
  readonly turn?: string;
  readonly rater?: string;
  readonly score?: string;
  readonly reason?: string;
  /** One row per item, with a column of scores per rater. */
  readonly raters?: readonly string[];
}

/** What a column can be. Each has a usual name, or several. */
export const usualNames = {
  dataset: ['dataset', 'datasetName', 'subject.dataset'],
  item: ['item', 'item_id', 'subject.item', 'unit', 'conversation_id', 'conversation'],
  revision: ['revision', 'subject.revision'],
  sample: ['sample', 'sample_id', 'subject.sample'],
  run: ['run', 'run_id', 'subject.run'],
  case: ['case', 'case_id', 'subject.case'],
  target: ['target', 'variant', 'subject.target'],
  repeat: ['repeat', 'subject.repeat'],
  turn: ['turn', 'turn_number', 'turnIndex', 'subject.turnIndex'],
  question: ['deck', 'question'],
  rater: ['rater', 'rater_id', 'annotator', 'annotator_id', 'reviewer', 'labeler', 'judge', 'user'],
  score: ['score', 'rating', 'label'],
  reason: ['reason', 'comment', 'comments', 'explanation', 'rationale', 'justification'],
  blind: ['blind'],
} as const;

export type LabelColumn = keyof typeof usualNames;
// The keys of a constant are known.
const labelColumns = Object.keys(usualNames) as LabelColumn[];

export interface LabelColumns {
  /** The column of each part that the file has. */
  readonly names: Readonly<Partial<Record<LabelColumn, string>>>;
  /** A wide file: one of these columns per rater. */
  readonly raters?: readonly string[];
  /** The number of the first turn. */
  readonly turnsFrom: 0 | 1;
  readonly ignored: readonly string[];
}

interface ColumnRequest {
  readonly named: NamedLabelColumns;
  readonly file: string;
  /** Whether you named the rater of every row, so that the file needs no column for raters. */
  readonly hasRater: boolean;
}

/** Throws a Fault if a column is missing or appears twice. */
export function chooseLabelColumns(table: WrittenTable, { named, file, hasRater }: ColumnRequest): LabelColumns {
  const codes = { missing: 'LABEL_MISSING_COLUMN', twice: 'LABEL_BAD_ROW' } as const;
  const finder = new TableColumns(table, { file, reading: 'labels', ...codes });
  const { raters: wide, ...flags } = named;
  const raters = wide?.map((column) => finder.get(column, '--raters'));
  const names = findNames(finder, flags);
  if (raters !== undefined) {
    delete names.rater;
    delete names.score;
  }
  if (names.item === undefined && names.sample === undefined && names.run === undefined) {
    const id = finder.findUsual(['id']);
    if (id !== undefined) names.item = id;
  }
  const missing = [
    ...((names.item ?? names.sample ?? names.run) ? [] : (['item'] as const)),
    ...(names.rater !== undefined || raters !== undefined || hasRater ? [] : (['rater'] as const)),
    ...(names.score !== undefined || raters !== undefined ? [] : (['score'] as const)),
  ];
  if (missing.length > 0) throw toMissing(finder, missing);
  const used = new Set<string | undefined>([...Object.values(names), ...(raters ?? [])]);
  return {
    names,
    ...(raters === undefined ? {} : { raters }),
    turnsFrom: names.turn !== undefined && /index$/i.test(names.turn) ? 0 : 1,
    ignored: finder.names.filter((name) => !used.has(name) && !isOfSubject(name, names)),
  };
}

type Names = { -readonly [Column in LabelColumn]?: string };

/** The columns that you named, then those with usual names. No column is two things. */
function findNames(finder: TableColumns, flags: Readonly<Partial<Record<LabelColumn, string>>>): Names {
  const names: Names = {};
  for (const column of labelColumns) {
    const typed = flags[column];
    if (typed !== undefined) names[column] = finder.get(typed, `--${column}`);
  }
  const taken = new Set(Object.values(names));
  for (const column of labelColumns) {
    const found = names[column] ?? finder.findUsual(usualNames[column]);
    if (found === undefined || (flags[column] === undefined && taken.has(found))) continue;
    if (flags[column] !== undefined || column !== 'question' || hasDecks(finder.table, found)) names[column] = found;
  }
  return names;
}

/** A column called "question" may also be what the user asked. */
function hasDecks({ rows }: WrittenTable, column: string): boolean {
  if (column.trim().toLowerCase() === 'deck') return true;
  return rows.every(({ find }) => /^$|^overall$|\.md$/i.test(find(column)?.text ?? ''));
}

/** The object `subject` of exported labels, whose values are columns. */
function isOfSubject(name: string, names: Names): boolean {
  return name === 'subject' && Object.values(names).some((column) => column?.startsWith('subject.') === true);
}

function toMissing(finder: TableColumns, missing: readonly ('item' | 'rater' | 'score')[]) {
  const flags = missing.map((column) => `--${column} <column>`).join(' ');
  const user = missing.includes('rater') ? ' If one person gave all scores, add --user <name>.' : '';
  const what = missing.map((column) => `"${column}"`).join(' and ');
  return finder.fault({
    message: `The ${finder.table.isJson ? 'lines have' : 'first line has'} no column ${what}.`,
    hint: `${finder.renderNames()} Name yours: ${flags}.${user}`,
  });
}
