import { isPlainObject } from '../../base/plain-object.ts';
import { convertList, withExtras } from './chat-format.ts';

type Fields = Record<string, unknown>;

/** Whether a value is a dialogue of MT-Bench-101: its history has pairs of `user` and `bot`, not turns with a role. */
export function isMtBench101({ history }: Fields): boolean {
  if (!Array.isArray(history)) return false;
  const [first] = history;
  return isPlainObject(first) && first.role === undefined && [first.user, first.bot].some(isText);
}

/**
 * Reads a dialogue of MT-Bench-101. Each pair becomes a turn of the user and one of the assistant. The task becomes a
 * tag, and stays in `meta` as written.
 */
export function readMtBench101({ id, history, ...rest }: Fields): Fields {
  const { task } = rest;
  const tags = isText(task) && task.trim() !== '' ? { tags: [`task:${task}`] } : {};
  return { ...(id == null ? {} : { id }), ...rest, messages: convertList(history, readPair), ...tags };
}

/** The last pair of a dialogue may still wait for its answer. Other keys of a pair stay with its last turn. */
function readPair({ user, bot, ...extras }: Fields): readonly unknown[] {
  const turns = [
    ...(user == null ? [] : [{ role: 'user', content: user }]),
    ...(bot == null ? [] : [{ role: 'assistant', content: bot }]),
  ];
  const last = turns.at(-1);
  // The item parser reports a pair without texts.
  if (last === undefined) return [extras];
  return [...turns.slice(0, -1), withExtras(last, extras, 'mt-bench-101')];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
