import { findUrlFault, listCitedUrls } from '../../../../../../src/conversation/url.ts';

/** What was typed into the field that finds documents and takes addresses. */
export type TypedRef =
  | { readonly kind: 'nothing' }
  /** To be searched for. `url`: it could be the address of a document, too. */
  | { readonly kind: 'words'; readonly words: string; readonly url: string | undefined }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'fault'; readonly problem: string };

const scheme = /^[a-z][a-z\d+.-]*:\S/i;

/** An address is one word with a scheme; `www.` stands for https. */
export function readTypedRef(text: string): TypedRef {
  const typed = text.trim();
  if (typed === '') return { kind: 'nothing' };
  if (/\s/.test(typed)) return { kind: 'words', words: typed, url: undefined };
  const url = /^www\./i.test(typed) ? `https://${typed}` : typed;
  const problem = findUrlFault(url)?.replaceAll('\n', ' ');
  if (problem !== undefined) return { kind: 'fault', problem };
  if (scheme.test(url)) return { kind: 'url', url };
  return { kind: 'words', words: typed, url: /[./]/.test(typed) ? typed : undefined };
}

/** The first web address in a text that was pasted. */
export function findPastedUrl(text: string): string | undefined {
  return listCitedUrls(text.slice(0, 20_000), new Set())[0]?.url;
}
