import { definedOnly } from '../../base/defined-only.ts';
import { type Place, toError, toWarning } from '../../base/fault.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { usualNames } from '../labels/label-columns.ts';
import { findNumber, isMissingMark } from '../ratings/rating-columns.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import { TableColumns } from '../syntax/table-columns.ts';
import {
  readTable,
  type ValuePlace,
  type WrittenRow,
  type WrittenTable,
  type WrittenValue,
} from '../syntax/written-table.ts';
import type { SampleReader } from './sample-reader.ts';

/** The columns of a conversation, in the order of its messages. */
const speakers = {
  system: ['system', 'system_prompt'],
  user: ['user', 'question', 'prompt', 'input'],
  assistant: ['assistant', 'answer', 'response', 'output', 'reply'],
} as const;

const ownNames = {
  id: ['id', 'sample_id', 'sample', 'item_id', 'item', 'conversation_id'],
  messages: ['messages'],
  score: ['expected', 'human_score', ...usualNames.score],
  tags: ['tags'],
  split: ['split'],
  inclusion_probability: ['inclusion_probability'],
} as const;

/** A column of one rater's scores, by its name. */
const raterColumn =
  /^(?:(?:score|rating|rater|annotator|expert|human)[\s_:-].+|.+[\s_:-](?:score|rating)|(?:rater|annotator|expert)\d+)$/i;

interface SampleColumns {
  readonly id?: string;
  readonly messages?: string;
  readonly system?: string;
  readonly user?: string;
  readonly assistant?: string;
  /** With `rater`: one row per rater. */
  readonly score?: string;
  readonly rater?: string;
  readonly reason?: string;
  /** One column of scores per rater. */
  readonly raters: readonly string[];
  readonly tags?: string;
  readonly split?: string;
  readonly inclusion_probability?: string;
  /** Kept as metadata. */
  readonly rest: readonly string[];
}

/** Whether the columns of a CSV file are those of scored conversations. */
export function hasSampleColumns(names: readonly string[]): boolean {
  const has = (usual: readonly string[]) =>
    usual.some((name) => names.some((each) => each.trim().toLowerCase() === name));
  const isConversation = has(ownNames.messages) || (has(speakers.user) && has(speakers.assistant));
  return isConversation && (has(ownNames.score) || names.some((name) => raterColumn.test(name.trim())));
}

/** Reads a CSV file with one conversation per row, or with one row per conversation and rater. */
export function readCsvSamples(
  { text, file }: { readonly text: string; readonly file: string },
  reader: SampleReader,
): void {
  const known = [...Object.values(speakers), ...Object.values(ownNames), ['rater', 'reason']].flat();
  const table = readTable(
    {
      ...{ text, file, reading: 'samples', badRow: 'SAMPLES_BAD_VALUE', lineHint: '' },
      isKnown: (column) => known.includes(column.trim().toLowerCase()),
    },
    false,
  );
  const columns = chooseColumns(table, file, reader);
  const before = reader.counts;
  for (const { number, problem } of numberFlaws(table)) reader.skipLine(number, [problem]);
  let number = table.problems.length;
  for (const rows of groupRows(table.rows, columns)) {
    number += 1;
    const data = toSampleData(rows, columns, file);
    if (data !== undefined) reader.read(data, { path: [], value: data.value, number, isJson: true });
    else reader.skipLine(number, [toNoJson(rows, columns)]);
  }
  reader.reportIfNone({ count: number, before, format: 'json', reading: 'samples CSV', file, line: 1, column: 1 });
}

/** The rows that cannot be read, each with its number below the first line. */
function numberFlaws({ rows, problems }: WrittenTable) {
  let read = 0;
  return problems.map((problem, index) => {
    while ((rows[read]?.place.line ?? Number.POSITIVE_INFINITY) < (problem.line ?? 0)) read += 1;
    return { number: read + index + 1, problem };
  });
}

/** Throws a Fault if there is no column for the conversation. */
function chooseColumns(table: WrittenTable, file: string, reader: SampleReader): SampleColumns {
  const codes = { missing: 'SAMPLES_MISSING_KEY', twice: 'SAMPLES_BAD_VALUE' } as const;
  const finder = new TableColumns(table, { file, reading: 'samples', ...codes });
  const messages = finder.findUsual(ownNames.messages);
  const said = messages === undefined ? findSpeakers(finder) : {};
  const taken: (string | undefined)[] = [messages, ...Object.values(said)];
  const find = (usual: readonly string[]) => {
    const name = finder.findUsual(usual);
    if (name === undefined || taken.includes(name)) return undefined;
    taken.push(name);
    return name;
  };
  const [id, score, tags, split] = [find(ownNames.id), find(ownNames.score), find(ownNames.tags), find(ownNames.split)];
  const chance = find(ownNames.inclusion_probability);
  const rater = score === undefined ? undefined : find(usualNames.rater);
  const free = finder.names.filter((name) => !taken.includes(name));
  const raters = rater === undefined && score === undefined ? listRaters(table, free, reader) : [];
  const reason = find(usualNames.reason);
  const rest = free.filter((name) => name !== reason && !raters.includes(name));
  return {
    ...said,
    ...definedOnly({ id, messages, score, rater, reason, tags, split, inclusion_probability: chance }),
    ...{ raters, rest },
  };
}

function findSpeakers(finder: TableColumns) {
  const found = {
    system: finder.findUsual(speakers.system),
    user: finder.findUsual(speakers.user),
    assistant: finder.findUsual(speakers.assistant),
  };
  if (found.user !== undefined && found.assistant !== undefined) return definedOnly(found);
  const missing =
    found.user === undefined && found.assistant === undefined
      ? 'messages'
      : found.user === undefined
        ? 'user'
        : 'assistant';
  throw finder.fault({
    message: `The first line has no column "${missing}", so there are no conversations.`,
    hint: `${finder.renderNames()} Write the columns user and assistant, or messages with a JSON list of messages.`,
  });
}

/** Columns that are named like a rater's, or else all columns of numbers if there are several. */
function listRaters(table: WrittenTable, free: readonly string[], reader: SampleReader): readonly string[] {
  const named = free.filter((name) => raterColumn.test(name.trim()));
  if (named.length > 0) return named;
  const numbers = free.filter((name) => isOfNumbers(table, name));
  if (numbers.length < 2) return [];
  const place = table.columns.find(({ name }) => name === numbers[0])?.place ?? {};
  const message = `There is no column "score". Turnwise reads these columns of numbers as one rater each: ${numbers.join(', ')}.`;
  const hint = `To say so, call them score_${numbers[0]} and so on.`;
  reader.report(toWarning({ code: 'SAMPLES_RATER_COLUMNS', message, hint, ...place }));
  return numbers;
}

function isOfNumbers({ rows }: WrittenTable, name: string): boolean {
  const values = rows
    .flatMap(({ find }) => find(name) ?? [])
    .filter((value) => value.text !== '' && !isMissingMark(value));
  return values.length > 0 && values.every((value) => findNumber(value) !== undefined);
}

/** The rows of one sample: with a column for raters, all those with one id and one conversation. */
function groupRows(rows: readonly WrittenRow[], columns: SampleColumns): Iterable<readonly WrittenRow[]> {
  if (columns.rater === undefined) return rows.map((row) => [row]);
  const { id, messages, system, user, assistant } = columns;
  const keys = [id, messages, system, user, assistant].filter((name) => name !== undefined);
  return Map.groupBy(rows, ({ find }) => JSON.stringify(keys.map((name) => find(name)?.text))).values();
}

/** A sample in the form of a line of JSON, with the places of its cells. Undefined: its messages are not JSON. */
function toSampleData(rows: readonly WrittenRow[], columns: SampleColumns, file: string): PlacedData | undefined {
  const [row] = rows;
  if (row === undefined) return undefined;
  const messages =
    columns.messages === undefined ? toMessages(row, columns) : parseJsonCell(row.find(columns.messages));
  if (messages === undefined) return undefined;
  const ratings = listRatings(rows, columns);
  const find = (column: string | undefined) => (column === undefined ? undefined : row.find(column));
  const chance = toCell(find(columns.inclusion_probability));
  const score = columns.rater === undefined ? toCell(find(columns.score)) : undefined;
  const reason = columns.rater === undefined ? find(columns.reason)?.text : undefined;
  const value = definedOnly({
    ...Object.fromEntries(columns.rest.flatMap((name) => toMeta(name, row))),
    id: find(columns.id)?.text || undefined,
    messages,
    expected: reason && typeof score === 'number' ? { score, reason } : score,
    ratings: ratings.length === 0 ? undefined : ratings.map(({ value: rating }) => rating),
    tags: find(columns.tags)?.text ? splitTags(find(columns.tags)?.text ?? '') : undefined,
    split: find(columns.split)?.text || undefined,
    inclusion_probability: chance,
  });
  return { file, reading: 'samples CSV', value, placeOf: toPlaces(row, columns, ratings) };
}

type Message = { readonly role: string; readonly content: string };

function toMessages(row: WrittenRow, { system, user, assistant }: SampleColumns): readonly Message[] {
  const said = (role: string, column: string | undefined) => {
    const cell = column === undefined ? undefined : row.find(column);
    return cell === undefined ? [] : [{ role, content: cell.written ?? cell.text }];
  };
  return [
    ...said('system', system).filter(({ content }) => content !== ''),
    ...said('user', user),
    ...said('assistant', assistant),
  ];
}

/** null: the cell is empty. Undefined: it is not JSON. */
function parseJsonCell(cell: WrittenValue | undefined): unknown {
  if (cell === undefined || cell.text === '') return null;
  try {
    return JSON.parse(cell.text);
  } catch {
    return undefined;
  }
}

function toNoJson([row]: readonly WrittenRow[], { messages = '' }: SampleColumns) {
  const cell = row?.find(messages);
  const isPython = cell !== undefined && /^\[\s*\{\s*'/.test(cell.text);
  const hint = isPython
    ? 'It looks like a list printed by Python. Write it with json.dumps.'
    : 'Write [{"role": "user", "content": "…"}], with each quote doubled: "".';
  return toError({ code: 'SAMPLES_BAD_VALUE', message: 'Its messages are not JSON.', hint, ...cell?.place });
}

interface PlacedRating {
  readonly value: { readonly rater: string; readonly score: unknown; readonly reason?: string };
  readonly places: { readonly rater: Place; readonly score: Place };
}

/** The ratings in all rows of a sample. A blank score is a missing rating. */
function listRatings(rows: readonly WrittenRow[], columns: SampleColumns): readonly PlacedRating[] {
  const { rater, score, reason, raters } = columns;
  if (rater === undefined || score === undefined) {
    return rows.flatMap((row) => raters.flatMap((name) => toRating({ text: name, place: row.place }, row.find(name))));
  }
  return rows.flatMap((row) => {
    const by = row.find(rater) ?? { text: '', place: row.place };
    return toRating(by, row.find(score), reason === undefined ? undefined : row.find(reason)?.text);
  });
}

function toRating(rater: WrittenValue, score: WrittenValue | undefined, reason = ''): readonly PlacedRating[] {
  if (score === undefined || score.text === '' || isMissingMark(score)) return [];
  const value = { rater: rater.text, score: findNumber(score) ?? score.text, ...(reason === '' ? {} : { reason }) };
  return [{ value, places: { rater: toPlace(rater.place), score: toPlace(score.place) } }];
}

/** A number, a JSON object, or text. Undefined: it is blank. */
function toCell(cell: WrittenValue | undefined): unknown {
  if (cell === undefined || cell.text === '' || isMissingMark(cell)) return undefined;
  const number = findNumber(cell);
  if (number !== undefined) return number;
  return (cell.text.startsWith('{') ? parseJsonCell(cell) : undefined) ?? cell.text;
}

/** Numbers and JSON are read as such. A column without a name is an index that a program wrote. */
function toMeta(name: string, row: WrittenRow): readonly (readonly [string, unknown])[] {
  const cell = row.find(name);
  if (cell === undefined || cell.text === '' || name === '') return [];
  const json = /^[[{]/.test(cell.text) ? parseJsonCell(cell) : undefined;
  return [[name, findNumber(cell) ?? json ?? cell.written ?? cell.text]];
}

function splitTags(text: string): readonly string[] {
  if (text.startsWith('[')) {
    const list = parseJsonCell({ text, place: {} });
    if (Array.isArray(list)) return list;
  }
  return text.split(/[,;|]/).flatMap((tag) => tag.trim() || []);
}

function toPlaces(row: WrittenRow, columns: SampleColumns, ratings: readonly PlacedRating[]): PlacedData['placeOf'] {
  const { messages, system, user, assistant, rest, ...named } = columns;
  const spoken = [...(system !== undefined && row.find(system)?.text ? [system] : []), user, assistant];
  const own = new Map<unknown, string | undefined>([
    ...rest.map((name) => [name, name] as const),
    ...(['id', 'tags', 'split', 'inclusion_probability'] as const).map((key) => [key, named[key]] as const),
    ['expected', named.score],
  ]);
  return ([key, index, part]: readonly PathSegment[]) => {
    const rating = key === 'ratings' && typeof index === 'number' ? ratings[index] : undefined;
    if (rating !== undefined) return rating.places[part === 'rater' ? 'rater' : 'score'];
    const column = key === 'messages' ? (messages ?? spoken[Number(index)]) : own.get(key);
    return toPlace((column === undefined ? undefined : row.find(column)?.place) ?? row.place);
  };
}

/** The sample reader adds what is being read. */
function toPlace({ reading: _, ...place }: ValuePlace): Place {
  return place;
}
