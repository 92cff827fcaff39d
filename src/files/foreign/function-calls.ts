import { isPlainObject } from '../../base/plain-object.ts';
import type { Lose } from './loss-report.ts';

type Fields = Record<string, unknown>;

/**
 * Converts the older `function_call` of OpenAI, and results with the role `function`, to tool calls and their results.
 * Older calls have no ids, so Turnwise makes them: an export writes tool calls.
 */
export class FunctionCalls {
  readonly #lose: Lose;
  /** The calls without a result so far, in order. */
  readonly #open: { readonly id: string; readonly name: unknown }[] = [];
  #count = 0;

  constructor(lose: Lose) {
    this.#lose = lose;
  }

  convert(message: Fields, where: string): Fields {
    const { function_call: call, ...rest } = message;
    if (rest.role === 'function') return this.#convertResult(rest, where);
    if (!isPlainObject(call)) return call == null ? rest : message;
    if (Array.isArray(rest.tool_calls) && rest.tool_calls.length > 0) {
      this.#lose('function_call next to tool_calls', `${where}.function_call`);
      return rest;
    }
    this.#count += 1;
    const id = `call_${this.#count}`;
    this.#open.push({ id, name: call.name });
    this.#lose('form of function_call (becomes tool_calls with an id)', `${where}.function_call`);
    return { ...rest, tool_calls: [{ id, type: 'function', function: call }] };
  }

  /** A result belongs to the first open call of its function. */
  #convertResult(message: Fields, where: string): Fields {
    const at = this.#open.findIndex(({ name }) => name === message.name);
    const [call] = at === -1 ? [] : this.#open.splice(at, 1);
    if (call === undefined) this.#lose('function result without a call', where);
    else this.#lose('role function (becomes tool)', `${where}.role`);
    return { ...message, role: 'tool', ...(call === undefined ? {} : { tool_call_id: call.id }) };
  }
}
