import { definedOnly } from '../../base/defined-only.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { Item, Turn } from '../../conversation/item/item.ts';
import { type ToolCall, toCallParts } from '../../conversation/message.ts';
import {
  convertList,
  findExtras,
  joinTexts,
  listTurns,
  loseRest,
  nameOfType,
  type Room,
  withExtras,
} from './chat-format.ts';
import { isTurnField } from './foreign-fields.ts';
import { FunctionCalls } from './function-calls.ts';
import type { Lose } from './loss-report.ts';
import { type TopShape, toRoom, toTop } from './top-keys.ts';

type Fields = Record<string, unknown>;

/** Reads OpenAI's chat format. Texts of parts are joined, and other parts are lost. Other keys go to `meta.openai`. */
export function readOpenai(value: Fields, lose: Lose): Fields {
  const readNext = openMessageReader({ format: 'openai', list: 'messages' }, lose);
  return { ...value, messages: convertList(value.messages, readNext) };
}

/** The format whose name other keys are kept under, and the key of its list of messages. */
interface MessageList {
  readonly format: string;
  readonly list: string;
}

/** Reads the messages of one conversation in their order. */
export function openMessageReader(
  { format, list }: MessageList,
  lose: Lose,
): (message: Fields, index: number) => readonly Fields[] {
  const calls = new FunctionCalls(lose);
  return (message, index) => {
    const where = `${list}[${index}]`;
    return [readMessage(calls.convert(message, where), { format, where, lose })];
  };
}

interface MessagePlace {
  readonly format: string;
  readonly where: string;
  readonly lose: Lose;
}

function readMessage(message: Fields, { format, where, lose }: MessagePlace): Fields {
  const turn: Fields = {};
  const extras: Fields = {};
  for (const key of Object.keys(message)) (isTurnField(key, message[key]) ? turn : extras)[key] = message[key];
  if (Array.isArray(turn.content)) turn.content = readParts(turn.content, `${where}.content`, lose);
  if (Array.isArray(turn.tool_calls) && turn.tool_calls.length === 0) delete turn.tool_calls;
  // A refusal, or an answer with only audio, has no text.
  if (turn.content === null && turn.tool_calls == null) turn.content = '';
  return withExtras(turn, extras, format);
}

function readParts(parts: readonly unknown[], where: string, lose: Lose): string {
  const texts = parts.flatMap((part, index) => {
    const text = findText(part);
    if (text !== undefined) return [text];
    lose(`${nameOfType(part).replace(/_url$/, '')} part`, `${where}[${index}]`);
    return [];
  });
  return joinTexts(texts, where, lose);
}

/** The text of `{type: text, text}`, of the newer `input_text` and `output_text`, or of a refusal. */
function findText(part: unknown): string | undefined {
  if (typeof part === 'string') return part;
  if (!isPlainObject(part)) return undefined;
  if (typeof part.text === 'string') return part.text;
  if (part.type === 'text' && typeof part.value === 'string') return part.value;
  return part.type === 'refusal' && typeof part.refusal === 'string' ? part.refusal : undefined;
}

/** Other keys that a line for OpenAI may contain. OpenAI rejects a file with any other key, unless the file had it. */
const room: Room = {
  format: 'openai',
  item: [],
  turn: ['role', 'msg', 'name', 'tool_calls', 'tool_call_id'],
  meta: ['tools', 'parallel_tool_calls', 'functions'],
};

export const openaiTop: TopShape = { usual: ['messages'], room };

/** Writes an item in OpenAI's chat format. */
export function writeOpenai(item: Item, lose: Lose): Record<string, unknown> {
  loseRest(item, toRoom(item, room), lose);
  return toTop(item, room, { messages: listTurns(item).map((turn) => writeMessage(turn, 'openai')) });
}

/** Writes a message with the keys that were kept under the name of a format. */
export function writeMessage(turn: Turn, format: string): Record<string, unknown> {
  const { role, msg, name, tool_calls: calls = [], tool_call_id: answered } = turn;
  return {
    role,
    content: msg === '' && calls.length > 0 ? null : msg,
    ...definedOnly({ name }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(writeCall) }),
    ...definedOnly({ tool_call_id: answered }),
    ...findExtras(turn, format),
  };
}

/** Arguments must be JSON text. */
function writeCall(call: ToolCall): Record<string, unknown> {
  const { name, arguments: given } = toCallParts(call);
  const text = typeof given === 'string' ? given : JSON.stringify(given ?? {});
  const made = { type: 'function', function: { name, arguments: text } };
  if ('function' in call) return { ...call, ...made, function: { ...call.function, ...made.function } };
  return { ...definedOnly({ id: call.id }), ...made };
}
