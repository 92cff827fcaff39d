import type { LanguageModelV4ToolCallPart } from '@ai-sdk/provider';
import { isPlainObject } from '../../base/plain-object.ts';
import { type ToolCall, toCallParts } from '../../conversation/message.ts';
import type { ChatMessage } from '../../format/chat.ts';

interface KnownCall {
  readonly toolCallId: string;
  readonly toolName: string;
}

/**
 * Which calls of tools a conversation made, and which of them still wait for an answer. Files may leave ids out, every
 * provider needs them: a call without one gets `call_<n>`, and an answer without one goes to the first call that waits
 * (of that name, when it says one).
 */
export class ToolLedger {
  readonly #known = new Map<string, KnownCall>();
  readonly #waiting: KnownCall[] = [];
  #count = 0;

  addCall(call: ToolCall): LanguageModelV4ToolCallPart {
    const { name, arguments: given } = toCallParts(call);
    const known = { toolCallId: call.id ?? `call_${this.#count}`, toolName: name };
    this.#count += 1;
    this.#known.set(known.toolCallId, known);
    this.#waiting.push(known);
    return { type: 'tool-call', ...known, input: toCallInput(given) };
  }

  /** The call that a message answers; undefined when there is none. */
  takeAnswered(message: ChatMessage): KnownCall | undefined {
    const id = message.tool_call_id;
    const answered =
      id === undefined
        ? this.#waiting.find((call) => message.name === undefined || call.toolName === message.name)
        : this.#known.get(id);
    if (answered !== undefined) {
      const index = this.#waiting.indexOf(answered);
      if (index !== -1) this.#waiting.splice(index, 1);
    }
    return answered;
  }
}

/** Providers take a mapping only: anything else is put into one, under `arguments`. */
export function toCallInput(given: unknown): Record<string, unknown> {
  if (given === undefined || given === null || given === '') return {};
  const value = typeof given === 'string' ? parseOrKeep(given) : given;
  return isPlainObject(value) ? value : { arguments: value };
}

function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
