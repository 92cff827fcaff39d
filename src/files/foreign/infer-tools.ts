import { isPlainObject } from '../../base/plain-object.ts';
import { type ToolCall, toCallParts } from '../../conversation/message.ts';

/** A tool as `tools:` declares it. It is inferred from calls, so it has no description and may be incomplete. */
export interface InferredTool {
  readonly name: string;
  readonly parameters: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, { readonly type: JsonType | readonly JsonType[] }>>;
    /** The arguments that every call has. */
    readonly required: readonly string[];
  };
  readonly inferred: true;
}

type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** The tools of recorded calls: the names and JSON types of their arguments, in order of first appearance. */
export function inferTools(calls: Iterable<ToolCall>): readonly InferredTool[] {
  const tools = new Map<string, ToolTally>();
  for (const call of calls) {
    const { name, arguments: given } = toCallParts(call);
    const tally = tools.get(name) ?? new ToolTally();
    tools.set(name, tally);
    tally.add(toArguments(given));
  }
  return [...tools].map(([name, tally]) => ({ name, parameters: tally.toParameters(), inferred: true }));
}

/** Undefined: the arguments are not a JSON object. A model may write anything. */
function toArguments(given: unknown): Readonly<Record<string, unknown>> | undefined {
  if (isPlainObject(given)) return given;
  if (given === undefined || given === '') return {};
  try {
    const parsed: unknown = typeof given === 'string' ? JSON.parse(given) : undefined;
    return isPlainObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

class ToolTally {
  readonly #types = new Map<string, Set<JsonType>>();
  readonly #counts = new Map<string, number>();
  #calls = 0;

  add(given: Readonly<Record<string, unknown>> | undefined): void {
    if (given === undefined) return;
    this.#calls += 1;
    for (const [name, value] of Object.entries(given)) {
      const types = this.#types.get(name) ?? new Set();
      this.#types.set(name, types.add(toJsonType(value)));
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    }
  }

  toParameters(): InferredTool['parameters'] {
    const properties = [...this.#types].map(([name, types]) => [name, { type: mergeTypes(types) }] as const);
    const required = [...this.#counts].filter(([, count]) => count === this.#calls).map(([name]) => name);
    return { type: 'object', properties: Object.fromEntries(properties), required };
  }
}

function toJsonType(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'string' : 'object';
}

/** Every integer is a number. */
function mergeTypes(types: ReadonlySet<JsonType>): JsonType | readonly JsonType[] {
  const list = [...types].filter((type) => type !== 'integer' || !types.has('number'));
  const [only] = list;
  return only !== undefined && list.length === 1 ? only : list;
}
