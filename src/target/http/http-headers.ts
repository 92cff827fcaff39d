import { Fault } from '../../base/fault.ts';
import type { SpecOf } from '../../conversation/target-spec.ts';
import { compileTexts, encodeForHeader, type TemplateCall } from '../template-values.ts';

type HeaderTexts = Readonly<Record<string, string>>;

/** The target's own headers count more than ours, however they are spelt. A header that cannot be sent is a Fault. */
export function compileHeaders({ id, headers = {}, method }: SpecOf<'http'>): (call: TemplateCall) => HeaderTexts {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  for (const [name, value] of own) assertSendable(id, name, value);
  const type = method === 'GET' ? {} : { 'content-type': 'application/json' };
  const all = { accept: 'application/json, text/plain;q=0.9, */*;q=0.1', ...type, ...Object.fromEntries(own) };
  return compileTexts(all, encodeForHeader);
}

/** The value is not shown: it may be a key. */
function assertSendable(id: string, name: string, value: string): void {
  try {
    new Headers([[name, value]]);
  } catch (error) {
    const message = `The header "${name}" of target "${id}" cannot be sent. Its name or value contains a character that is not allowed.`;
    const hint = 'Look for a line break at the end, or in the variable it comes from.';
    throw new Fault({ code: 'TARGETS_BAD_VALUE', message, hint }, { cause: error });
  }
}

const harmless = ['accept', 'accept-language', 'content-type', 'user-agent'];

/** Values of headers that may be a key; also without the word before it, as in `Bearer …`. */
export function listSecrets({ headers = {} }: SpecOf<'http'>): readonly string[] {
  const open = Object.entries(headers).filter(([name]) => !harmless.includes(name.toLowerCase()));
  return open.flatMap(([, value]) => [value, ...value.split(' ')]);
}
