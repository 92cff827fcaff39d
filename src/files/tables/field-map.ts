import { Fault } from '../../base/fault.ts';
import { suggestFrom } from '../../base/nearest.ts';
import { assertMapPath } from './map-path.ts';

/** The parts of a conversation that `--map` names. */
export const mapKeys = [
  'messages',
  'user',
  'assistant',
  'reference',
  'system',
  'role',
  'content',
  'turn',
  'id',
  'dataset',
  'tags',
  'each',
] as const;
export type MapKey = (typeof mapKeys)[number];

/** Where each part is: columns, keys or JSONPaths. Several are joined. */
export type FieldMap = Readonly<Partial<Record<MapKey, readonly string[]>>>;

const example = 'Write it as --map messages=$.chat,id=$.ticket, or --map user=question,assistant=answer.';

/** Parses the values of `--map`. Throws a Fault for an unknown part, a bad JSONPath, or parts that do not go together. */
export function parseFieldMap(typed: readonly string[]): FieldMap {
  const map: Partial<Record<MapKey, string[]>> = {};
  for (const pair of typed.flatMap(splitPairs)) {
    const at = pair.indexOf('=');
    const [word, source] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
    if (word === '' || source === '') throw badMap(`The mapping "${pair.slice(0, 80)}" has no part=column.`, example);
    const key = mapKeys.find((known) => known === word);
    if (key === undefined)
      throw badMap(`Unknown part "${word.slice(0, 40)}" in the mapping.`, suggestFrom(word, mapKeys));
    if (source.startsWith('$')) assertMapPath(source);
    map[key] = [...(map[key] ?? []), source];
  }
  assertComplete(map);
  return map;
}

/** A JSONPath may contain commas, so a comma separates pairs only before the next `part=`. */
function splitPairs(typed: string): readonly string[] {
  return typed.split(/,(?=\s*[a-z]+\s*=)/);
}

function assertComplete(map: FieldMap): void {
  const has = (key: MapKey) => map[key] !== undefined;
  const pair = pairKeys.find(has);
  if (has('role') !== has('content')) throw badMap('In a mapping, role and content need each other.', example);
  if (has('messages') && pair !== undefined)
    throw badMap(`In a mapping, messages and ${pair} do not go together.`, 'Name the list of messages, or the texts.');
  if (has('role') && pair !== undefined)
    throw badMap(
      `In a mapping, role and ${pair} do not go together.`,
      'Name one message per row, or one reply per row.',
    );
  if (!has('messages') && !has('role') && pair === undefined)
    throw badMap(
      'The mapping names no text of a conversation.',
      `Add messages, user and assistant, or role and content. ${example}`,
    );
  if (isInParts(map) && !has('id'))
    throw badMap('One message per row needs a conversation id in the mapping.', 'Add the column: id=<column>.');
}

const pairKeys = ['user', 'assistant', 'reference'] as const;

/** Whether a row is a part of a conversation, so that rows with the same id belong together. */
export function isInParts(map: FieldMap): boolean {
  return map.messages === undefined && (map.role !== undefined || map.turn !== undefined);
}

function badMap(message: string, hint: string, options?: ErrorOptions): Fault {
  return new Fault({ code: 'IMPORT_BAD_MAP', message, hint }, options);
}

/** Usual column names, most telling first. Capitals, spaces and hyphens do not matter. */
const usualNames = {
  conversation: 'conversation_id conversation conv_id chat_id dialog_id dialogue_id session_id thread_id'.split(' '),
  id: 'id item_id conversation_id conv_id chat_id dialog_id dialogue_id session_id thread_id ticket_id task_id question_id prompt_id sample_id uuid'.split(
    ' ',
  ),
  messages: 'messages conversations conversation dialog dialogue chat history turns trajectory traj data'.split(' '),
  role: 'role speaker from author sender author_role message_role'.split(' '),
  content: 'content text message value utterance body msg message_text'.split(' '),
  order: 'turn turn_index turn_number turn_no turn_id message_index message_number position seq sequence index'.split(
    ' ',
  ),
  turn: 'turn turn_index turn_number turn_no turn_id'.split(' '),
  user: 'user question prompt query instruction input user_message user_input user_prompt user_query human request customer'.split(
    ' ',
  ),
  assistant:
    'assistant answer response output reply completion assistant_message assistant_response model_response model_output bot gpt ai'.split(
      ' ',
    ),
  reference:
    'reference reference_answer expected expected_output expected_answer expected_response ground_truth gold gold_answer golden_answer ideal ideal_answer'.split(
      ' ',
    ),
  system: 'system system_prompt system_message'.split(' '),
  dataset: 'dataset dataset_name'.split(' '),
  tags: 'tags tag'.split(' '),
} as const;

const allNames = new Set<string>(Object.values(usualNames).flat());

export function isUsualName(column: string): boolean {
  return allNames.has(fold(column));
}

function fold(column: string): string {
  return column
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

/** Finds the parts of a conversation by usual column names. Undefined: no text of one is among them. */
export function findFieldMap(row: Readonly<Record<string, unknown>>): FieldMap | undefined {
  const columns = Object.keys(row);
  const lists = new Map(columns.filter((column) => isList(row[column])).map((column) => [fold(column), column]));
  // An object or a list under a usual name, such as `input`, is not the text of a turn.
  const texts = columns.filter((column) => typeof row[column] !== 'object' || row[column] === null);
  const folded = new Map(texts.map((column) => [fold(column), column]));
  const find = (names: readonly string[]) => {
    const name = names.find((known) => folded.has(known));
    return name === undefined ? undefined : folded.get(name);
  };
  const { role, content } = usualNames;
  const head = {
    system: find(usualNames.system),
    dataset: find(usualNames.dataset),
    tags: find(usualNames.tags) ?? lists.get('tags'),
  };
  const id = find(usualNames.id);
  const list = lists.get(usualNames.messages.find((name) => lists.has(name)) ?? '');
  if (list !== undefined) return toMap({ ...head, id, messages: list });
  const [speaker, text] = [find(role), find(content)];
  const conversation = find(usualNames.conversation) ?? id;
  if (speaker !== undefined && text !== undefined && conversation !== undefined)
    return toMap({ ...head, id: conversation, role: speaker, content: text, turn: find(usualNames.order) });
  const pair = {
    user: find(usualNames.user),
    assistant: find(usualNames.assistant),
    reference: find(usualNames.reference),
  };
  if (pair.user === undefined) return undefined;
  const turn = conversation === undefined ? undefined : find(usualNames.turn);
  const map = toMap({ ...head, ...pair, id: turn === undefined ? id : conversation, turn });
  // Instructions with their input in another column are one question.
  const input = folded.get('input');
  return fold(pair.user) === 'instruction' && input !== undefined ? { ...map, user: [pair.user, input] } : map;
}

/** Whether a value can be a list of messages. A list of numbers, such as token ids, is not one. A cell has JSON text. */
function isList(value: unknown): boolean {
  if (typeof value === 'string') return value.trimStart().startsWith('[');
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string' || typeof entry === 'object');
}

function toMap(found: Readonly<Partial<Record<MapKey, string | undefined>>>): FieldMap {
  const pairs = Object.entries(found).flatMap(([key, name]) => (name === undefined ? [] : [[key, [name]] as const]));
  return Object.fromEntries(pairs);
}

/** The mapping as you would type it. */
export function renderFieldMap(map: FieldMap): string {
  return mapKeys.flatMap((key) => (map[key] ?? []).map((source) => `${key}=${source}`)).join(',');
}
