import { isPlainObject } from '../../base/plain-object.ts';
import type { Item, Turn } from '../../conversation/item/item.ts';
import { itemKeys } from '../../conversation/item/written-item.ts';
import { toCallParts } from '../../conversation/message.ts';
import { convertList, findExtras, listTurns, loseRest, type Room, withExtras } from './chat-format.ts';
import type { Lose } from './loss-report.ts';

type Fields = Record<string, unknown>;

const roles: Readonly<Record<string, string>> = {
  human: 'user',
  gpt: 'assistant',
  chatgpt: 'assistant',
  bing: 'assistant',
  bard: 'assistant',
  observation: 'tool',
};

/** Whether this speaker is read as another role, or as a tool call. */
function isSharegptWord(word: string): boolean {
  return Object.hasOwn(roles, word) || word === 'function_call';
}

/** Reads ShareGPT's format. Other speakers are kept as roles, other keys under `meta.sharegpt`. */
export function readSharegpt({ conversations, system, ...rest }: Fields): Fields {
  const turns = convertList(conversations, (entry) => [readEntry(entry)]);
  const isText = typeof system === 'string' && system.trim() !== '';
  const head = isText && Array.isArray(turns) ? [{ role: 'system', content: system }] : [];
  return {
    ...rest,
    ...(isText || system === undefined || system === '' ? {} : { system }),
    messages: Array.isArray(turns) ? [...head, ...turns] : turns,
  };
}

function readEntry({ from, value, ...extras }: Fields): Fields {
  const call = from === 'function_call' ? parseCall(value) : undefined;
  if (call !== undefined) return withExtras({ role: 'assistant', tool_calls: [call] }, extras, 'sharegpt');
  const role = typeof from === 'string' && Object.hasOwn(roles, from) ? roles[from] : from;
  return withExtras({ role, content: value }, extras, 'sharegpt');
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
  meta: 'all',
};

const words: Readonly<Record<string, string>> = { user: 'human', assistant: 'gpt' };

/** Writes an item in ShareGPT's format. Programs that read it ignore unknown keys, so the name and `meta` are kept. */
export function writeSharegpt(item: Item, lose: Lose): Record<string, unknown> {
  loseRest(item, room, lose);
  const conversations = listTurns(item).flatMap((turn, index) => writeTurn(turn, `history[${index}]`, lose));
  const { id, datasetName: dataset, meta } = item;
  // A top-level key with a meaning would be misread.
  const hasClash = Object.keys(meta).some(
    (key) => key === 'conversations' || key === 'system' || itemKeys.includes(key),
  );
  return { id, dataset, conversations, ...(hasClash ? { meta } : meta) };
}

/** ShareGPT can express a turn with a single tool call and nothing else. Other calls are lost. */
function writeTurn(turn: Turn, where: string, lose: Lose): readonly Record<string, unknown>[] {
  const { role, msg, tool_calls: calls = [] } = turn;
  const extras = findExtras(turn, 'sharegpt');
  const [call] = calls;
  if (call !== undefined && calls.length === 1 && msg === '' && role === 'assistant') {
    if (call.id !== undefined) lose('tool call id', `${where}.tool_calls[0].id`);
    return [{ from: 'function_call', value: JSON.stringify(toCallParts(call)), ...extras }];
  }
  if (calls.length > 0) lose('tool calls', `${where}.tool_calls`);
  if (isSharegptWord(role)) lose(`role ${role}`, `${where}.role`);
  return [{ from: words[role] ?? role, value: msg, ...extras }];
}
