import { isPlainObject } from '../../base/plain-object.ts';
import type { Item, Turn } from '../../conversation/item/item.ts';
import type { Lose } from './loss-report.ts';

/** Chat formats of other programs. `messages` is Turnwise's own plain format, `{messages: […]}`. */
export const chatFormats = ['openai', 'sharegpt', 'anthropic', 'messages'] as const;
export type ChatFormat = (typeof chatFormats)[number];

/** Formats of files with conversations. `items` is the earlier curator format. */
export const foreignFormats = [
  'items',
  ...chatFormats,
  'ultrachat',
  'oasst',
  'mt-bench',
  'mt-bench-101',
  'tau-bench',
  'table',
] as const;
export type ForeignFormat = (typeof foreignFormats)[number];

/** Which conversations of a message tree are imported. */
export const treePaths = ['best', 'all'] as const;
export type TreePaths = (typeof treePaths)[number];

/** What people call one conversation in a format, and several. */
export const formatNames: Readonly<Record<ForeignFormat, { readonly one: string; readonly many: string }>> = {
  items: { one: 'a Turnwise item', many: 'Turnwise items' },
  openai: { one: 'an OpenAI chat', many: 'OpenAI chats' },
  sharegpt: { one: 'a ShareGPT chat', many: 'ShareGPT chats' },
  anthropic: { one: 'an Anthropic chat', many: 'Anthropic chats' },
  messages: { one: 'a list of messages', many: 'lists of messages' },
  ultrachat: { one: 'an UltraChat dialogue', many: 'UltraChat dialogues' },
  oasst: { one: 'an OASST message tree', many: 'OASST message trees' },
  'mt-bench': { one: 'an MT-Bench question', many: 'MT-Bench questions' },
  'mt-bench-101': { one: 'an MT-Bench-101 dialogue', many: 'MT-Bench-101 dialogues' },
  'tau-bench': { one: 'a tau-bench trajectory', many: 'tau-bench trajectories' },
  table: { one: 'a table row', many: 'table rows' },
};

type Fields = Record<string, unknown>;

/** Separates texts that were parts of one message. */
export const partGap = '\n\n';

/** Converts a list entry by entry. Any other value is left for the item parser to report. */
export function convertList(value: unknown, convert: (entry: Fields, index: number) => readonly unknown[]): unknown {
  if (!Array.isArray(value)) return value;
  return value.flatMap((entry, index) => (isPlainObject(entry) ? convert(entry, index) : [entry]));
}

/** Keeps other keys of a message in `meta`, under the name of the format, so that they can be written back. */
export function withExtras(turn: Fields, extras: Fields, format: string): Fields {
  const kept = Object.entries(extras).filter(([, value]) => value !== null && value !== undefined);
  if (kept.length === 0) return turn;
  const meta = isPlainObject(turn.meta) ? turn.meta : {};
  return { ...turn, meta: { ...meta, [format]: Object.fromEntries(kept) } };
}

/** Name of a kind of part, shortened for messages. */
export function nameOfType(part: unknown): string {
  const type = isPlainObject(part) ? part.type : undefined;
  return typeof type === 'string' ? type.slice(0, 40) : 'unknown';
}

/** Joins the texts of one message, and reports that the breaks between them are lost. */
export function joinTexts(texts: readonly string[], where: string, lose: Lose): string {
  if (texts.length > 1) lose('gaps between text parts', where);
  return texts.join(partGap);
}

/** The turns of an item. An item without a history has a question and an answer. */
export function listTurns(item: Item): readonly Turn[] {
  // The earlier curator writes an empty history for single-turn items.
  if (item.history !== undefined && item.history.length > 0) return item.history;
  const question = item.editedQuestion ?? item.synthQuestion;
  return [
    ...(question === undefined ? [] : [{ role: 'user', msg: question, tags: [] }]),
    ...(item.answer === undefined ? [] : [{ role: 'assistant', msg: item.answer, tags: [], refs: item.refs }]),
  ];
}

/** The keys that were kept when a message of this format was read. */
export function findExtras(turn: Turn, format: string): Readonly<Record<string, unknown>> {
  const extras = turn.meta?.[format];
  return isPlainObject(extras) ? extras : {};
}

/** The fields that a format can express. Keys of `meta` that it can write back are listed. */
export interface Room {
  readonly format: string;
  readonly item: readonly (keyof Item)[];
  readonly turn: readonly (keyof Turn)[];
  /** More fields, for a turn that is written in another way. */
  readonly turnAlso?: (turn: Turn) => readonly (keyof Turn)[];
  readonly meta: readonly string[] | 'all';
}

const turnWords: Readonly<Partial<Record<keyof Turn, string>>> = {
  id: 'turn ids',
  tags: 'turn tags',
  answerKey: 'answer key',
  name: 'speaker name',
  tool_calls: 'tool calls',
  tool_call_id: 'tool call id',
  meta: 'turn meta',
  replyUnderTest: 'failed-reply mark',
};

/** Reports everything in an item that a format cannot express. */
export function loseRest(item: Item, room: Room, lose: Lose): void {
  // The keys of a parsed item are those of its type.
  for (const key of Object.keys(item) as (keyof Item)[]) {
    if (!room.item.includes(key) && isSaid(item, key)) lose(key === 'manualTags' ? 'tags' : key, key);
  }
  for (const key of Object.keys(item.meta)) {
    if (room.meta !== 'all' && !room.meta.includes(key)) lose('meta', `meta.${key}`);
  }
  for (const [index, turn] of listTurns(item).entries()) loseRestOfTurn(turn, `history[${index}]`, { room, lose });
}

function loseRestOfTurn(turn: Turn, where: string, { room, lose }: { readonly room: Room; readonly lose: Lose }): void {
  const fields = [...room.turn, ...(room.turnAlso?.(turn) ?? [])];
  // The keys of a parsed turn are those of its type.
  for (const key of Object.keys(turn) as (keyof Turn)[]) {
    const value = key === 'meta' ? withoutKey(turn.meta ?? {}, room.format) : turn[key];
    if (!fields.includes(key) && !isEmpty(value)) lose(turnWords[key] ?? key, `${where}.${key}`);
  }
}

function withoutKey(meta: Readonly<Record<string, unknown>>, format: string): Readonly<Record<string, unknown>> {
  const { [format]: _own, ...rest } = meta;
  return rest;
}

/** Whether this key has content that the item's turns do not have. */
function isSaid(item: Item, key: keyof Item): boolean {
  if (key === 'history' || key === 'meta' || key === 'audit') return false;
  if (key === 'status') return item.status !== 'draft';
  if (key === 'refs') return (item.history ?? []).length > 0 && item.refs.length > 0;
  if (key === 'synthQuestion' || key === 'editedQuestion' || key === 'answer') {
    return listTurns(item).every(({ msg }) => msg !== item[key]);
  }
  return !isEmpty(item[key]);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isPlainObject(value) && Object.keys(value).length === 0;
}

/** Speakers that other programs name, and their roles here. Any other name stays a role of its own. */
export const speakerRoles: Readonly<Record<string, string>> = {
  human: 'user',
  prompter: 'user',
  gpt: 'assistant',
  chatgpt: 'assistant',
  bing: 'assistant',
  bard: 'assistant',
  bot: 'assistant',
  chatbot: 'assistant',
  ai: 'assistant',
  model: 'assistant',
  llm: 'assistant',
  observation: 'tool',
};
