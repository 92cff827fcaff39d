import { isPlainObject } from '../../base/plain-object.ts';
import { convertList, withExtras } from './read-chat.ts';

type Fields = Record<string, unknown>;

const roles: Readonly<Record<string, string>> = {
  human: 'user',
  gpt: 'assistant',
  chatgpt: 'assistant',
  bing: 'assistant',
  bard: 'assistant',
  observation: 'tool',
};

/** Whether a word for who speaks is read as another role, or as a call. */
export function isSharegptWord(word: string): boolean {
  return Object.hasOwn(roles, word) || word === 'function_call';
}

/** ShareGPT's format. Other words for who speaks are kept as roles, other keys under `meta.sharegpt`. */
export function readSharegpt({ conversations, system, ...rest }: Fields): Fields {
  const turns = convertList(conversations, (entry) => [readEntry(entry)]);
  const isText = typeof system === 'string' && system.trim() !== '';
  const head = isText && Array.isArray(turns) ? [{ role: 'system', content: system }] : [];
  return {
    ...rest,
    ...(isText || system === undefined || system === '' ? {} : { system }),
    messages: Array.isArray(turns) ? [...head, ...turns] : turns,
  };
}

function readEntry({ from, value, ...extras }: Fields): Fields {
  const call = from === 'function_call' ? parseCall(value) : undefined;
  if (call !== undefined) return withExtras({ role: 'assistant', tool_calls: [call] }, extras, 'sharegpt');
  const role = typeof from === 'string' && Object.hasOwn(roles, from) ? roles[from] : from;
  return withExtras({ role, content: value }, extras, 'sharegpt');
}

/** A call is JSON in the text: `{"name": …, "arguments": …}`. */
function parseCall(value: unknown): Fields | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    const call: unknown = JSON.parse(value);
    if (!isPlainObject(call) || typeof call.name !== 'string') return undefined;
    const { name, arguments: given } = call;
    return typeof given === 'string' || isPlainObject(given) ? { name, arguments: given } : { name };
  } catch {
    return undefined;
  }
}
