import type { Palette } from '../paint.ts';

export interface Serving {
  readonly url: string;
  /** Absent: everybody on this machine is let in. */
  readonly token?: string;
  /** Path of the database as it is shown. */
  readonly store: string;
  readonly documents?: string;
}

/** What is said when the server listens: the Studio first. */
export function renderServing(serving: Serving, palette: Palette): string {
  const studio = renderFact('Studio', palette.bold(toLink(serving)), palette);
  return `Turnwise serves this workspace to you alone:

${studio}

${renderFacts(serving, palette)}

Ctrl-C stops it.
`;
}

/** The address that lets a browser in. */
export function toLink({ url, token }: Serving): string {
  return token === undefined ? `${url}/` : `${url}/?token=${encodeURIComponent(token)}`;
}

/** What else there is to know. */
export function renderFacts({ url, token, store, documents }: Serving, palette: Palette): string {
  const facts = [
    ['database', store],
    ...(documents === undefined ? [] : [['documents', documents]]),
    ['reference', `${url}/v1/reference`],
    ['scripts', token === undefined ? 'need no token (--open-access)' : `send "Authorization: Bearer ${token}"`],
  ];
  return facts.map(([name = '', value = '']) => renderFact(name, value, palette)).join('\n');
}

function renderFact(name: string, value: string, { dim }: Palette): string {
  return `  ${dim(name.padEnd(10))} ${value}`;
}
