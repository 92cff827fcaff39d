import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isPlainObject } from './plain-object.ts';

/** SHA-256 of a text, as 64 hex digits; the same in Node and in a browser. */
export function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Hash of a JSON value that does not depend on the order of its keys. */
export function hashJson(value: unknown): string {
  return hashText(toCanonicalJson(value));
}

/** JSON with sorted keys and no spaces; a key whose value is undefined is left out, as JSON.stringify does. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (isPlainObject(inner) ? sortKeys(inner) : inner)) ?? 'null';
}

function sortKeys(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
