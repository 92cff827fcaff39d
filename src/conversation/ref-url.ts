import { itemBounds } from './item-bounds.ts';

const controlCharacter = /[\p{Cc}\u2028\u2029]/u;
/** Signs that a reader does not see, and that some programs drop before they look at the scheme. */
const unseen = /[\s\p{Cc}\p{Cf}]/gu;
const refusedScheme = /^(?:javascript|data|vbscript|file|blob):/i;

/**
 * What is wrong with the address of a source, or undefined. A second line is the hint.
 * Addresses come from imported files and end up on pages, so none may run code or open a file of the reader.
 */
export function findUrlFault(url: string): string | undefined {
  if (url.length > itemBounds.urlLength) {
    return `The url has ${url.length} characters. The limit is ${itemBounds.urlLength}.\nUse a shorter address.`;
  }
  if (url.trim() === '') return 'The url is blank.\nAdd the address of the reference.';
  const scheme = refusedScheme.exec(url.replaceAll(unseen, ''));
  if (scheme !== null) return `A url with "${scheme[0].toLowerCase()}" is not allowed.\nUse an http or https address.`;
  if (controlCharacter.test(url)) return 'The url contains a line break or another control character.\nRemove it.';
  return undefined;
}
