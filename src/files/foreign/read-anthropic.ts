import { definedOnly } from '../../base/defined-only.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { Lose } from './loss-report.ts';
import { convertList, joinTexts, nameOfType, withExtras } from './read-chat.ts';

type Fields = Record<string, unknown>;

/** Anthropic's messages. A tool's answer, which is inside a message of the user there, is a turn of its own here. */
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

  /** The text of all blocks. Pieces of a text with citations belong together without a gap. */
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
