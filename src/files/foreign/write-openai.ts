import { definedOnly } from '../../base/defined-only.ts';
import type { Item, Turn } from '../../conversation/item/item.ts';
import { type ToolCall, toCallParts } from '../../conversation/message.ts';
import type { Lose } from './loss-report.ts';
import { findExtras, listTurns, loseRest, pickMeta } from './write-chat.ts';

/** What a line for OpenAI may contain besides its messages; anything else would make the file refused. */
const topKeys = ['tools', 'parallel_tool_calls', 'functions'];

/** An item in OpenAI's chat format. */
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

/** Arguments are JSON text there. */
function writeCall(call: ToolCall): Record<string, unknown> {
  const { name, arguments: given } = toCallParts(call);
  const text = typeof given === 'string' ? given : JSON.stringify(given ?? {});
  const made = { type: 'function', function: { name, arguments: text } };
  if ('function' in call) return { ...call, ...made, function: { ...call.function, ...made.function } };
  return { ...definedOnly({ id: call.id }), ...made };
}
