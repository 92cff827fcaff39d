import { definedOnly } from '../../base/defined-only.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { type Item, Turn } from '../../conversation/item/item.ts';
import { type ToolCall, toCallParts } from '../../conversation/message.ts';
import {
  convertList,
  findExtras,
  joinTexts,
  listTurns,
  loseRest,
  nameOfType,
  pickMeta,
  withExtras,
} from './chat-format.ts';
import type { Lose } from './loss-report.ts';

type Fields = Record<string, unknown>;

const turnKeys = ['content', ...Object.keys(Turn.shape)];

/** Reads OpenAI's chat format. Texts of parts are joined, and other parts are lost. Other keys go to `meta.openai`. */
export function readOpenai(value: Fields, lose: Lose): Fields {
  return { ...value, messages: convertList(value.messages, (message, index) => [readMessage(message, index, lose)]) };
}

function readMessage(message: Fields, index: number, lose: Lose): Fields {
  const { function_call: call, ...rest } = message;
  const turn: Fields = {};
  const extras: Fields = {};
  for (const key of Object.keys(rest)) (turnKeys.includes(key) ? turn : extras)[key] = rest[key];
  if (Array.isArray(turn.content)) turn.content = readParts(turn.content, `messages[${index}].content`, lose);
  if (Array.isArray(turn.tool_calls) && turn.tool_calls.length === 0) delete turn.tool_calls;
  // The older key for a single tool call.
  if (isPlainObject(call) && turn.tool_calls == null) turn.tool_calls = [{ type: 'function', function: call }];
  // A refusal, or an answer with only audio, has no text.
  if (turn.content === null && turn.tool_calls == null) turn.content = '';
  return withExtras(turn, extras, 'openai');
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

/** Other keys that a line for OpenAI may contain. OpenAI rejects a file with any other key. */
const topKeys = ['tools', 'parallel_tool_calls', 'functions'];

/** Writes an item in OpenAI's chat format. */
export function writeOpenai(item: Item, lose: Lose): Record<string, unknown> {
  loseRest(
    item,
    {
      format: 'openai',
      item: [],
      turn: ['role', 'msg', 'name', 'tool_calls', 'tool_call_id'],
      meta: topKeys,
    },
    lose,
  );
  return { messages: listTurns(item).map(writeMessage), ...pickMeta(item, topKeys) };
}

function writeMessage(turn: Turn): Record<string, unknown> {
  const { role, msg, name, tool_calls: calls = [], tool_call_id: answered } = turn;
  return {
    role,
    content: msg === '' && calls.length > 0 ? null : msg,
    ...definedOnly({ name }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(writeCall) }),
    ...definedOnly({ tool_call_id: answered }),
    ...findExtras(turn, 'openai'),
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
