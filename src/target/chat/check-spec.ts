import { definedOnly } from '../../base/defined-only.ts';
import { Fault } from '../../base/fault.ts';
import { findKeyName } from '../../conversation/target-spec.ts';
import type { ChatSpec } from './chat-spec.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The key to send; undefined when none may be sent. Throws a Fault when one is needed and missing. */
export function getKey(spec: ChatSpec, env: Environment): string | undefined {
  const name = findKeyName(spec);
  if (name === undefined) return undefined;
  // A key pasted with its line end is not a valid header.
  const key = env[name]?.trim() ?? '';
  if (key !== '') return key;
  throw new Fault({
    code: 'TARGET_NO_KEY',
    message: `The target "${spec.id}" needs an API key, but the environment variable ${name} is not set.`,
    hint: `Set ${name}, or add it to .env in the project root.`,
  });
}

/** Throws a Fault for what the first call would stumble over, so that it is found before. */
export function assertUsable(spec: ChatSpec, key: string | undefined): void {
  assertAddress(spec);
  assertHeaders(spec, key);
}

/** A resource is one label of a host name. */
const resourceName = /^[a-z0-9][a-z0-9-]*$/i;

/**
 * Where an Azure resource is. People copy its endpoint, `https://ours.openai.azure.com/`, which lacks the path of the
 * API. AgentV also takes the name of the resource there.
 */
export function toAzureAddress({
  base_url: address,
  resource,
}: Extract<ChatSpec, { provider: 'azure' }>): Readonly<Record<'baseURL' | 'resourceName', string | undefined>> {
  if (address === undefined) return { baseURL: undefined, resourceName: resource };
  if (resourceName.test(address)) return { baseURL: undefined, resourceName: address };
  const plain = address.replace(/\/+$/, '');
  const hasPath = URL.parse(plain)?.pathname !== '/';
  return { baseURL: hasPath ? plain : `${plain}/openai`, resourceName: undefined };
}

function assertAddress(spec: ChatSpec): void {
  if (spec.provider === 'azure' && toAzureAddress(spec).resourceName !== undefined) return;
  if (spec.base_url !== undefined && !/^https?:$/.test(URL.parse(spec.base_url)?.protocol ?? '')) {
    throw new Fault({
      code: 'TARGETS_BAD_VALUE',
      message: `The base_url of target "${spec.id}" is not an http(s) address.`,
      hint: 'Write the full address, such as http://127.0.0.1:11434/v1.',
    });
  }
  if (spec.provider === 'azure' && spec.base_url === undefined && spec.resource === undefined) {
    throw new Fault({
      code: 'TARGETS_MISSING_KEY',
      message: `The target "${spec.id}" has neither "resource" nor "base_url".`,
      hint: 'Set "resource" to the name of the Azure resource.',
    });
  }
}

function assertHeaders(spec: ChatSpec, key: string | undefined): void {
  try {
    new Headers({ ...spec.headers, ...definedOnly({ authorization: key }) });
  } catch {
    // The cause is left out: it repeats the value, which may be a secret.
    throw new Fault({
      code: 'TARGETS_BAD_VALUE',
      message: `A header or the API key of target "${spec.id}" contains a character that cannot be sent.`,
      hint: 'Look for a line break or non-Latin letters in "headers" and in the key.',
    });
  }
}
