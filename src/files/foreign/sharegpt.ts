import { definedOnly } from '../../base/defined-only.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { Item, Turn } from '../../conversation/item/item.ts';
import { itemKeys } from '../../conversation/item/written-item.ts';
import { toCallParts } from '../../conversation/message.ts';
import { convertList, findExtras, listTurns, loseRest, type Room, speakerRoles, withExtras } from './chat-format.ts';
import type { Lose } from './loss-report.ts';
import { openMessageReader, writeMessage } from './openai.ts';
import { findTopKeys, listMetaKeys, type TopKeys, type TopShape, toRoom, toTop, withoutTopKeys } from './top-keys.ts';

type Fields = Record<string, unknown>;

/** Whether this speaker is read as another role, or as a tool call. */
function isSharegptWord(word: string): boolean {
  return Object.hasOwn(speakerRoles, word) || word === 'function_call';
}

/**
 * Reads ShareGPT's format. Other speakers are kept as roles, other keys under `meta.sharegpt`. An entry may also have
 * `role` and `content`, as a message of OpenAI.
 */
export function readSharegpt({ conversations, system, ...rest }: Fields, lose: Lose): Fields {
  const readMessage = openMessageReader({ format: 'sharegpt', list: 'conversations' }, lose);
  const turns = convertList(conversations, (entry, index) =>
    isMessage(entry) ? readMessage({ ...entry, isMessage: true }, index) : [readEntry(entry)],
  );
  const isText = typeof system === 'string' && system.trim() !== '';
  const head = isText && Array.isArray(turns) ? [{ role: 'system', content: system }] : [];
  return {
    ...rest,
    ...(isText || system === undefined || system === '' ? {} : { system }),
    messages: Array.isArray(turns) ? [...head, ...turns] : turns,
  };
}

function isMessage(entry: Fields): boolean {
  return entry.from === undefined && entry.value === undefined && entry.role !== undefined;
}

/** A speaker with another word than the usual one is kept as written. */
function readEntry({ from, value, ...extras }: Fields): Fields {
  const call = from === 'function_call' ? parseCall(value) : undefined;
  if (call !== undefined) return withExtras({ role: 'assistant', tool_calls: [call] }, extras, 'sharegpt');
  const role = toRole(from);
  const isUsual = typeof role !== 'string' || toSpeaker(role) === from;
  return withExtras({ role, content: value }, isUsual ? extras : { from, ...extras }, 'sharegpt');
}

function toRole(from: unknown): unknown {
  return typeof from === 'string' && Object.hasOwn(speakerRoles, from) ? speakerRoles[from] : from;
}

/** A call is written as JSON in the text: `{"name": …, "arguments": …}`. */
function parseCall(value: unknown): Fields | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    const call: unknown = JSON.parse(value);
    if (!isPlainObject(call) || typeof call.name !== 'string') return undefined;
    const { name, arguments: given } = call;
    return typeof given === 'string' || isPlainObject(given) ? { name, arguments: given } : { name };
  } catch {
    return undefined;
  }
}

const room: Room = {
  format: 'sharegpt',
  item: ['id', 'datasetName'],
  turn: ['role', 'msg', 'tool_calls'],
  turnAlso: (turn) => (findExtras(turn, 'sharegpt').isMessage === true ? ['name', 'tool_call_id'] : []),
  meta: 'all',
};

export const sharegptTop: TopShape = { usual: ['id', 'dataset', 'conversations'], room };

const words: Readonly<Record<string, string>> = { user: 'human', assistant: 'gpt' };

function toSpeaker(role: string): string {
  return words[role] ?? role;
}

/** Writes an item in ShareGPT's format. Programs that read it ignore unknown keys, so the name and `meta` are kept. */
export function writeSharegpt(item: Item, lose: Lose): Record<string, unknown> {
  loseRest(item, toRoom(item, room), lose);
  const { id, datasetName: dataset } = item;
  const known = findTopKeys(item, 'sharegpt');
  const turns = listTurns(item);
  const system = known === undefined ? undefined : findSystem(item, turns, known);
  const conversations = turns.flatMap((turn, index) =>
    index === 0 && system !== undefined ? [] : writeTurn(turn, `history[${index}]`, lose),
  );
  const parts = known === undefined ? { id, dataset, conversations } : { ...definedOnly({ system }), conversations };
  const meta = withoutTopKeys(item.meta, listMetaKeys(item, 'sharegpt', parts));
  // A top-level key with a meaning would be misread.
  const hasClash = Object.keys(meta).some(
    (key) => key === 'conversations' || key === 'system' || itemKeys.includes(key),
  );
  return hasClash ? { ...toTop(item, { ...room, meta: [] }, parts), meta } : toTop(item, room, parts);
}

/** The text of the first turn, if it was a key of its own in the file. */
function findSystem({ meta }: Item, [first]: readonly Turn[], { keys, values = {} }: TopKeys): string | undefined {
  const isOwn = keys.includes('system') && !('system' in values) && !('system' in meta);
  return isOwn && first?.role === 'system' ? first.msg : undefined;
}

/** ShareGPT can express a turn with a single tool call and nothing else. Other calls are lost. */
function writeTurn(turn: Turn, where: string, lose: Lose): readonly Record<string, unknown>[] {
  const { role, msg, tool_calls: calls = [] } = turn;
  const { isMessage: isLikeOpenai, from, ...extras } = findExtras(turn, 'sharegpt');
  if (isLikeOpenai === true) {
    const { isMessage: _mark, ...message } = writeMessage(turn, 'sharegpt');
    return [message];
  }
  const [call] = calls;
  if (call !== undefined && calls.length === 1 && msg === '' && role === 'assistant') {
    if (call.id !== undefined) lose('tool call id', `${where}.tool_calls[0].id`);
    return [{ from: 'function_call', value: JSON.stringify(toCallParts(call)), ...extras }];
  }
  if (calls.length > 0) lose('tool calls', `${where}.tool_calls`);
  if (isSharegptWord(role)) lose(`role ${role}`, `${where}.role`);
  return [{ from: toRole(from) === role ? from : toSpeaker(role), value: msg, ...extras }];
}
