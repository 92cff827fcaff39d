import { definedOnly } from '../../base/defined-only.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { Item, Turn } from '../../conversation/item/item.ts';
import { type ToolCall, toCallParts } from '../../conversation/message.ts';
import { isSystemRole } from '../../conversation/role.ts';
import {
  convertList,
  findExtras,
  joinTexts,
  listTurns,
  loseRest,
  nameOfType,
  partGap,
  type Room,
  withExtras,
} from './chat-format.ts';
import type { Lose } from './loss-report.ts';
import { type TopShape, toRoom, toTop } from './top-keys.ts';

type Fields = Record<string, unknown>;

/** Blocks that no other format has. */
const anthropicBlocks = ['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'image', 'document'];

/** Whether a conversation is in Anthropic's format, by its system text or its blocks. */
export function isAnthropic(value: Fields, messages: readonly Fields[]): boolean {
  if (typeof value.system === 'string' || Array.isArray(value.system)) return true;
  return messages.some(
    ({ content }) =>
      Array.isArray(content) &&
      content.some((block) => isPlainObject(block) && anthropicBlocks.some((type) => type === block.type)),
  );
}

/** Reads Anthropic's messages. A tool result inside a user message becomes a separate turn. */
export function readAnthropic({ system, messages, ...rest }: Fields, lose: Lose): Fields {
  const turns = convertList(messages, (message, index) => readMessage(message, index, lose));
  const head = readSystem(system, lose);
  return { ...rest, messages: Array.isArray(turns) ? [...head, ...turns] : turns };
}

function readSystem(system: unknown, lose: Lose): readonly Fields[] {
  if (system === undefined || system === null || system === '') return [];
  if (!Array.isArray(system)) return [{ role: 'system', content: system }];
  const text = readBlocks(system, 'system', lose).close();
  return text === '' ? [] : [{ role: 'system', content: text }];
}

function readMessage({ role, content, ...extras }: Fields, index: number, lose: Lose): readonly Fields[] {
  if (!Array.isArray(content)) return [withExtras({ role, content }, extras, 'anthropic')];
  const reading = readBlocks(content, `messages[${index}].content`, lose);
  const { answers, calls } = reading;
  const hasRest = reading.texts.length > 0 || calls.length > 0 || answers.length === 0;
  const text = reading.close();
  const turn = { role, content: text, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
  if (hasRest) return [...answers, withExtras(turn, extras, 'anthropic')];
  if (Object.keys(extras).length > 0) lose('other keys of a message', `messages[${index}]`);
  return answers;
}

class BlockReading {
  readonly texts: string[] = [];
  readonly calls: Fields[] = [];
  readonly answers: Fields[] = [];
  readonly #where: string;
  readonly #lose: Lose;
  #isCited = false;

  constructor(where: string, lose: Lose) {
    this.#where = where;
    this.#lose = lose;
  }

  add(block: Fields, index: number): void {
    const where = `${this.#where}[${index}]`;
    if (block.type === 'text' && typeof block.text === 'string') this.#addText(block, where);
    else if (block.type === 'tool_use') this.#addCall(block, where);
    else if (block.type === 'tool_result') this.#addAnswer(block, where);
    else this.#lose(`${nameOfType(block)} block`, where);
  }

  /** The text of all blocks. Pieces of a text with citations are joined without a gap. */
  close(): string {
    if (this.#isCited) return this.texts.join('');
    return joinTexts(this.texts, this.#where, this.#lose);
  }

  #addText({ type: _type, text, citations, ...rest }: Fields, where: string): void {
    if (this.calls.length > 0) this.#lose('order of text and tool calls', where);
    if (citations != null) {
      this.#isCited = true;
      this.#lose('citations', where);
    }
    this.#loseKeys(rest, where);
    this.texts.push(String(text));
  }

  #addCall({ type: _type, id, name, input, ...rest }: Fields, where: string): void {
    this.#loseKeys(rest, where);
    this.calls.push({
      ...definedOnly({ id }),
      name,
      ...definedOnly({ arguments: input }),
    });
  }

  #addAnswer({ type: _type, tool_use_id: id, content, is_error: isError, ...rest }: Fields, where: string): void {
    if (this.texts.length > 0) this.#lose('order of text and tool results', where);
    this.#loseKeys(rest, where);
    const text = Array.isArray(content) ? readBlocks(content, `${where}.content`, this.#lose).close() : (content ?? '');
    const turn = { role: 'tool', content: text, tool_call_id: id };
    this.answers.push(isError === true ? withExtras(turn, { is_error: true }, 'anthropic') : turn);
  }

  #loseKeys(rest: Fields, where: string): void {
    for (const key of Object.keys(rest)) if (rest[key] !== null) this.#lose(key.slice(0, 40), where);
  }
}

function readBlocks(blocks: readonly unknown[], where: string, lose: Lose): BlockReading {
  const reading = new BlockReading(where, lose);
  for (const [index, block] of blocks.entries()) {
    if (typeof block === 'string') reading.add({ type: 'text', text: block }, index);
    else if (isPlainObject(block)) reading.add(block, index);
    else lose('unknown block', `${where}[${index}]`);
  }
  return reading;
}

/** Other keys that a request to Anthropic may contain. The API rejects any other key, so it is written only if the file had it. */
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

export const anthropicTop: TopShape = { usual: ['system', 'messages'], optional: ['system'], room };

/** Writes an item as Anthropic's messages: system text is separate, and tool results are inside a user message. */
export function writeAnthropic(item: Item, lose: Lose): Fields {
  loseRest(item, toRoom(item, room), lose);
  const turns = listTurns(item);
  const found = turns.findIndex(({ role }) => !isSystemRole(role));
  const headCount = found === -1 ? turns.length : found;
  const system = writeSystem(turns.slice(0, headCount), lose);
  const parts = { ...(system === '' ? {} : { system }), messages: writeMessages(turns, headCount, lose) };
  return toTop(item, room, parts);
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

/** There are only two roles. Any other speaker is written as the user. */
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

/** Arguments must be an object, not text. */
function toInput(given: unknown, where: string, lose: Lose): unknown {
  if (typeof given !== 'string') return given ?? {};
  try {
    const parsed: unknown = JSON.parse(given);
    if (isPlainObject(parsed)) return parsed;
  } catch {
    // Reported below.
  }
  lose('arguments that are not a JSON object', where);
  return { arguments: given };
}
