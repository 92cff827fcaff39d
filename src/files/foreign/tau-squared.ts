import { definedOnly } from '../../base/defined-only.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { convertList, withExtras } from './chat-format.ts';
import type { Lose } from './loss-report.ts';

type Fields = Record<string, unknown>;

/** Whether a value is a results file of tau²-bench: simulations, and what they have in common. */
export function isTauSquared({ simulations, messages, history }: Fields): boolean {
  return Array.isArray(simulations) && messages === undefined && history === undefined;
}

/** The simulations of a file, each with its task and with what the file says about all of them. */
export function listSimulations({ simulations, tasks, ...run }: Fields): readonly unknown[] {
  const byId = new Map((Array.isArray(tasks) ? tasks : []).filter(isPlainObject).map((task) => [task.id, task]));
  const list = Array.isArray(simulations) ? simulations : [];
  return list.map((simulation) =>
    isPlainObject(simulation)
      ? { ...definedOnly({ ...run, task: byId.get(simulation.task_id) }), ...simulation }
      : simulation,
  );
}

/** Reads a simulation. All keys except its messages go to `meta`. */
export function readSimulation({ messages, id, ...meta }: Fields, lose: Lose) {
  const facts = { reward: findAt(meta, ['reward_info', 'reward']), ...findNames(meta) };
  const turns = convertList(flatten(messages), (message, index) => [readMessage(message, index, lose)]);
  return { messages: turns, meta: definedOnly({ ...meta, simulation_id: id }), facts };
}

function findNames(meta: Fields): { readonly agent?: string; readonly domain?: string } {
  const agent = findAt(meta, ['info', 'agent_info', 'llm']);
  const domain = findAt(meta, ['info', 'environment_info', 'domain_name']);
  return {
    ...(typeof agent === 'string' ? { agent } : {}),
    ...(typeof domain === 'string' ? { domain } : {}),
  };
}

function findAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isPlainObject(inner) ? inner[key] : undefined), value);
}

/** Results of parallel calls may be one message with a list of results. */
function flatten(messages: unknown): unknown {
  if (!Array.isArray(messages)) return messages;
  return messages.flatMap((message) =>
    isPlainObject(message) && Array.isArray(message.tool_messages) ? message.tool_messages : [message],
  );
}

/** The raw reply of the provider repeats the message. */
function readMessage(message: Fields, index: number, lose: Lose): Fields {
  const { role, content, tool_calls: calls, id, timestamp, raw_data: raw, ...extras } = message;
  if (raw !== undefined && raw !== null) lose('raw_data of a message', `messages[${index}].raw_data`);
  const hasCalls = Array.isArray(calls) && calls.length > 0;
  const turn = definedOnly({
    role,
    content: content ?? (hasCalls ? undefined : ''),
    tool_calls: hasCalls ? calls.map(readCall) : undefined,
    tool_call_id: role === 'tool' ? (id ?? undefined) : undefined,
    timestamp: timestamp ?? undefined,
  });
  return withExtras(turn, role === 'tool' ? extras : definedOnly({ ...extras, id }), 'tau2');
}

/** `requestor` is the role of the message. */
function readCall(call: unknown): unknown {
  if (!isPlainObject(call)) return call;
  const { id, name, arguments: given } = call;
  return definedOnly({ id: id || undefined, name, arguments: given });
}
