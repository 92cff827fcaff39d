import { findUrlFault } from '../../conversation/url.ts';

const longest = 2_000;

/** The address a document gives as its own, if it can be cited: http or https, and nothing a ref would refuse. */
export function findOwnAddress(written: string | undefined): string | undefined {
  const url = written?.trim() ?? '';
  if (url === '' || url.length > longest || !/^https?:\/\//i.test(url)) return undefined;
  return URL.canParse(url) && findUrlFault(url) === undefined ? url : undefined;
}

/** The address of a document that names none: its path inside the folder, percent-encoded, under `baseUrl` if there is one. */
export function toPathAddress(path: string, baseUrl?: string): string {
  const encoded = path
    .split('/')
    .map((name) => encodeURIComponent(name.toWellFormed()))
    .join('/');
  return baseUrl === undefined ? encoded : `${baseUrl.replace(/\/$/, '')}/${encoded}`;
}
