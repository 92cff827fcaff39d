import { findOwnAddress } from './own-address.ts';

export interface FrontMatter {
  readonly title?: string;
  readonly url?: string;
  /** The text below it. */
  readonly rest: string;
}

const longest = 64_000;
const setting = /^(title|url|canonical|canonical_url)[ \t]*[:=][ \t]*(\S.*)$/i;

/** What a Markdown text says of itself in the block at its top: YAML between `---`, or TOML between `+++`. */
export function readFrontMatter(text: string): FrontMatter {
  const fence = text.slice(0, 3);
  if (!/^(?:---|\+\+\+)[ \t]*\n/.test(text)) return { rest: text };
  const end = text.slice(0, longest).indexOf(`\n${fence}`, 3);
  if (end === -1) return { rest: text };
  const settings = new Map<string, string>();
  for (const line of text.slice(4, end).split('\n')) {
    const match = setting.exec(line);
    if (match !== null) settings.set((match[1] ?? '').toLowerCase(), withoutQuotes((match[2] ?? '').trim()));
  }
  const title = settings.get('title');
  const url = ['canonical', 'canonical_url', 'url'].map((key) => findOwnAddress(settings.get(key))).find(Boolean);
  const after = text.indexOf('\n', end + 1);
  return {
    ...(title === undefined || title === '' ? {} : { title }),
    ...(url === undefined ? {} : { url }),
    rest: after === -1 ? '' : text.slice(after + 1),
  };
}

function withoutQuotes(value: string): string {
  const sign = value.charAt(0);
  const isQuoted = value.length > 1 && (sign === '"' || sign === "'") && value.endsWith(sign);
  return isQuoted ? value.slice(1, -1).trim() : value;
}
