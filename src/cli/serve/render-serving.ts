import type { Palette } from '../../report/palette.ts';

export interface Serving {
  readonly url: string;
  /** Signs in a browser. Works once where there is a token. */
  readonly link: string;
  /** Absent: any user of this machine has access. */
  readonly token?: string;
  /** Path of the database as it is shown. */
  readonly db: string;
  readonly documents?: string;
}

/** What is said when the server listens: the Studio first. */
export function renderServing(serving: Serving, palette: Palette): string {
  return `Turnwise is running on this machine:

${renderLink(serving, palette)}

${renderFacts(serving, palette)}

${serving.token === undefined ? '' : `${aboutLink}\n`}Press Ctrl-C to stop.
`;
}

/** A link that was asked for later. */
export function renderNewLink(link: string, palette: Palette): string {
  return `${renderLink({ link }, palette)}\n`;
}

const aboutLink = 'The link works once, within 10 minutes. Open it again to get a new one here.';

function renderLink({ link }: Pick<Serving, 'link'>, palette: Palette): string {
  return renderFact('Studio', palette.bold(link), palette);
}

/** What else there is to know. */
export function renderFacts({ url, token, db, documents }: Serving, palette: Palette): string {
  const facts = [
    ['database', db],
    ...(documents === undefined ? [] : [['documents', documents]]),
    ['reference', `${url}/v1/reference`],
    ['scripts', token === undefined ? 'need no token (--open-access)' : `send "Authorization: Bearer ${token}"`],
  ];
  return facts.map(([name = '', value = '']) => renderFact(name, value, palette)).join('\n');
}

function renderFact(name: string, value: string, { dim }: Palette): string {
  return `  ${dim(name.padEnd(10))} ${value}`;
}
