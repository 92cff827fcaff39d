import type { Palette } from '../paint.ts';

export interface Serving {
  readonly url: string;
  /** Absent: everybody on this machine is let in. */
  readonly token?: string;
  /** Path of the database as it is shown. */
  readonly store: string;
  readonly documents?: string;
}

/** What is said when the server listens: the link first. */
export function renderServing({ url, token, store, documents }: Serving, { bold, dim }: Palette): string {
  const link = token === undefined ? `${url}/` : `${url}/?token=${encodeURIComponent(token)}`;
  const facts = [
    ['database', store],
    ...(documents === undefined ? [] : [['documents', documents]]),
    ['reference', `${url}/v1/reference`],
    ['scripts', token === undefined ? 'need no token (--open-access)' : `send "Authorization: Bearer ${token}"`],
  ];
  const lines = facts.map(([name = '', value]) => `  ${dim(name.padEnd(10))} ${value}`);
  return `Turnwise serves this workspace to you alone:\n\n  ${bold(link)}\n\n${lines.join('\n')}\n\nCtrl-C stops it.\n`;
}
