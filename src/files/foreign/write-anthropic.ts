import { isPlainObject } from '../../base/plain-object.ts';
import type { Item, Turn } from '../../conversation/item/item.ts';
import { type ToolCall, toCallParts } from '../../conversation/message.ts';
import { isSystemRole } from '../../conversation/role.ts';
import type { Lose } from './loss-report.ts';
import { partGap } from './read-chat.ts';
import { findExtras, listTurns, loseRest, pickMeta, type Room } from './write-chat.ts';

type Fields = Record<string, unknown>;

/** What else a request to Anthropic may contain; anything else would make it refused. */
const topKeys = [
  ...['model', 'max_tokens', 'tools', 'tool_choice', 'temperature', 'top_p', 'top_k', 'stop_sequences', 'thinking'],
  'metadata',
];
const room: Room = {
  format: 'anthropic',
  item: [],
  turn: ['role', 'msg', 'tool_calls', 'tool_call_id'],
  meta: topKeys,
};

/** An item as Anthropic's messages: the system's text apart, answers of tools inside a message of the user. */
export function writeAnthropic(item: Item, lose: Lose): Fields {
  loseRest(item, room, lose);
  const turns = listTurns(item);
  const found = turns.findIndex(({ role }) => !isSystemRole(role));
  const headCount = found === -1 ? turns.length : found;
  const system = writeSystem(turns.slice(0, headCount), lose);
  return {
    ...(system === '' ? {} : { system }),
    messages: writeMessages(turns, headCount, lose),
    ...pickMeta(item, topKeys),
  };
}

function writeSystem(turns: readonly Turn[], lose: Lose): string {
  for (const [index, { role, tool_calls: calls = [] }] of turns.entries()) {
    if (role !== 'system') lose(`role ${role}`, `history[${index}].role`);
    if (calls.length > 0) lose('tool calls', `history[${index}].tool_calls`);
    if (index > 0) lose('gaps between system turns', `history[${index}]`);
  }
  return turns.map(({ msg }) => msg).join(partGap);
}

function writeMessages(turns: readonly Turn[], from: number, lose: Lose): readonly Fields[] {
  const messages: Fields[] = [];
  let answers: Fields[] = [];
  const flush = () => {
    if (answers.length > 0) messages.push({ role: 'user', content: answers });
    answers = [];
  };
  for (const [index, turn] of turns.entries()) {
    if (index < from) continue;
    const where = `history[${index}]`;
    if (turn.role === 'tool' && turn.tool_call_id !== undefined) {
      answers.push(writeAnswer(turn, where, lose));
    } else if (turn.role === 'user' && answers.length > 0 && isPlain(turn)) {
      messages.push({ role: 'user', content: [...answers, { type: 'text', text: turn.msg }] });
      answers = [];
    } else {
      flush();
      messages.push(writeMessage(turn, index, lose));
    }
  }
  flush();
  return messages;
}

function isPlain(turn: Turn): boolean {
  return turn.tool_calls === undefined && turn.tool_call_id === undefined && turn.meta?.anthropic === undefined;
}

function writeAnswer(turn: Turn, where: string, lose: Lose): Fields {
  const { is_error: isError, ...extras } = findExtras(turn, 'anthropic');
  if (Object.keys(extras).length > 0) lose('other keys of a message', `${where}.meta`);
  if ((turn.tool_calls ?? []).length > 0) lose('tool calls', `${where}.tool_calls`);
  return {
    type: 'tool_result',
    tool_use_id: turn.tool_call_id,
    content: turn.msg,
    ...(isError === true ? { is_error: true } : {}),
  };
}

/** There are only two roles: any other speaker is written as the user. */
function writeMessage(turn: Turn, index: number, lose: Lose): Fields {
  const where = `history[${index}]`;
  const { msg, tool_calls: calls = [] } = turn;
  const role = turn.role === 'assistant' ? 'assistant' : 'user';
  if (role !== turn.role) lose(`role ${turn.role.slice(0, 40)}`, `${where}.role`);
  if (turn.tool_call_id !== undefined && turn.role !== 'tool') lose('tool call id', `${where}.tool_call_id`);
  if (Object.keys(findExtras(turn, 'anthropic')).length > 0) lose('other keys of a message', `${where}.meta`);
  if (calls.length === 0) return { role, content: msg };
  const uses = calls.map((call, place) => writeCall(call, `${where}.tool_calls[${place}]`, lose));
  return { role, content: [...(msg === '' ? [] : [{ type: 'text', text: msg }]), ...uses] };
}

function writeCall(call: ToolCall, where: string, lose: Lose): Fields {
  const { name, arguments: given } = toCallParts(call);
  if (call.id === undefined) lose('tool call without id', where);
  return { type: 'tool_use', id: call.id ?? where, name, input: toInput(given, where, lose) };
}

/** Arguments are an object there, never text. */
function toInput(given: unknown, where: string, lose: Lose): unknown {
  if (typeof given !== 'string') return given ?? {};
  try {
    const parsed: unknown = JSON.parse(given);
    if (isPlainObject(parsed)) return parsed;
  } catch {
    // Told below.
  }
  lose('arguments that are not a JSON object', where);
  return { arguments: given };
}
