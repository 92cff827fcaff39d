import { readFileSync } from 'node:fs';
import { isPlainObject } from '../../src/base/plain-object.ts';
import type { Turn } from '../../src/conversation/item/item.ts';

type Fields = Record<string, unknown>;

/**
 * Counts the conversations of a file that came through the import with every message the same: role, name, text, tool
 * calls and the call that a result answers. It reads the file on its own, without the code under test. Undefined: the file
 * has a form that it does not know.
 */
export function compareMessages(
  path: string,
  histories: readonly (readonly Turn[])[],
): { readonly equal: number; readonly all: number } | undefined {
  const source = listSource(readFileSync(path, 'utf8'));
  if (source === undefined || source.length === 0) return undefined;
  const written = source.map(findMessages);
  if (written.some((messages) => messages === undefined)) return undefined;
  const left = new Map<string, number>();
  for (const history of histories) add(left, JSON.stringify(history.map(toTurnPrint)), 1);
  let equal = 0;
  for (const messages of written) {
    const print = JSON.stringify(messages);
    if ((left.get(print) ?? 0) === 0) continue;
    add(left, print, -1);
    equal += 1;
  }
  return { equal, all: written.length };
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

/** The entries of JSON or JSON Lines. */
function listSource(text: string): readonly unknown[] | undefined {
  try {
    const whole: unknown = JSON.parse(text);
    return Array.isArray(whole) ? whole : [whole];
  } catch {
    // JSON Lines.
  }
  try {
    return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]));
  } catch {
    return undefined;
  }
}

/** What is compared of one message. */
interface MessagePrint {
  readonly role: unknown;
  readonly text: unknown;
  readonly calls: readonly unknown[];
  readonly answers: unknown;
  readonly name: unknown;
}

function findMessages(entry: unknown): readonly MessagePrint[] | undefined {
  if (!isPlainObject(entry)) return undefined;
  const { traj, messages, conversations, history, data } = entry;
  if (isRecordList(traj)) return traj.map(toPrint);
  if (isRecordList(messages) && messages.every(({ content }) => !Array.isArray(content))) return messages.map(toPrint);
  if (isRecordList(conversations)) return conversations.map(toSharegptPrint);
  if (isRecordList(history) && history.every((turn) => 'user' in turn && 'bot' in turn)) {
    return history.flatMap(({ user, bot }) => [toText('user', user), toText('assistant', bot)]);
  }
  if (isRecordList(history))
    return history.map(({ msg, content, ...turn }) => toPrint({ ...turn, content: msg ?? content }));
  if (!Array.isArray(data) || !data.every((text) => typeof text === 'string')) return undefined;
  return data.map((text, index) => toText(index % 2 === 0 ? 'user' : 'assistant', text));
}

function isRecordList(value: unknown): value is readonly Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPlainObject);
}

function toPrint({ role, content, tool_calls: calls, tool_call_id: answers, name }: Fields): MessagePrint {
  return { role, text: content ?? '', calls: toCalls(calls), answers: answers ?? null, name: name ?? null };
}

const sharegptRoles = new Map<unknown, string>([
  ['human', 'user'],
  ['gpt', 'assistant'],
]);

function toSharegptPrint({ from, value, role, content }: Fields): MessagePrint {
  const speaker = role ?? from;
  return toText(sharegptRoles.get(speaker) ?? speaker, content ?? value);
}

function toText(role: unknown, text: unknown): MessagePrint {
  return { role, text, calls: [], answers: null, name: null };
}

function toTurnPrint({ role, msg, tool_calls: calls, tool_call_id: answers, name }: Turn): MessagePrint {
  return { role, text: msg, calls: toCalls(calls), answers: answers ?? null, name: name ?? null };
}

/** Arguments are compared as data, because the same JSON has many texts. */
function toCalls(calls: unknown): readonly unknown[] {
  if (!Array.isArray(calls)) return [];
  return calls.filter(isPlainObject).map((call) => {
    const called = isPlainObject(call.function) ? call.function : call;
    return [call.id ?? null, called.name, parseArguments(called.arguments)];
  });
}

function parseArguments(value: unknown): unknown {
  if (typeof value !== 'string') return sortKeys(value);
  try {
    return sortKeys(JSON.parse(value));
  } catch {
    return value;
  }
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isPlainObject(value)) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([key, inner]) => [key, sortKeys(inner)]);
}
