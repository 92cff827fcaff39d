import type { MarkedToken, Token } from 'marked';
import { findWebHost, isHostPlain } from '../text/web-address.ts';
import type { Inline } from './markdown-tree.ts';

const deepest = 12;

/** The context of a token. */
interface Place {
  readonly depth: number;
  readonly isInLink: boolean;
}

/** The inline content of a block. Adjacent texts are joined, and a link contains no links. */
export function toInlines(
  tokens: readonly Token[] | undefined,
  place: Place = { depth: 0, isInLink: false },
): readonly Inline[] {
  const list: Inline[] = [];
  for (const token of tokens ?? []) {
    for (const inline of toInline(token, place)) {
      const last = list.at(-1);
      if (last?.kind === 'text' && inline.kind === 'text')
        list[list.length - 1] = { kind: 'text', text: last.text + inline.text };
      else list.push(inline);
    }
  }
  return list;
}

function toInline(given: Token, place: Place): readonly Inline[] {
  if (place.depth > deepest) return [{ kind: 'text', text: given.raw }];
  // No extension is registered, so every token is one of Marked's own.
  const token = given as MarkedToken;
  const inside = { ...place, depth: place.depth + 1 };
  switch (token.type) {
    case 'text':
      if (token.tokens !== undefined) return toInlines(token.tokens, inside);
      return [{ kind: 'text', text: decodeEntities(token.text) }];
    case 'escape':
      return [{ kind: 'text', text: token.text }];
    case 'strong':
      return [{ kind: 'strong', children: toInlines(token.tokens, inside) }];
    case 'em':
      return [{ kind: 'emphasis', children: toInlines(token.tokens, inside) }];
    case 'del':
      return [{ kind: 'deleted', children: toInlines(token.tokens, inside) }];
    case 'codespan':
      return [{ kind: 'code', text: token.text }];
    case 'br':
      return [{ kind: 'break' }];
    case 'checkbox':
      return [];
    case 'link':
      return place.isInLink ? toInlines(token.tokens, inside) : toLink(token, inside);
    case 'image':
      return place.isInLink ? [{ kind: 'text', text: token.text || 'Image' }] : toImage(token);
    default:
      return [{ kind: 'text', text: token.raw }];
  }
}

type LinkToken = Extract<MarkedToken, { readonly type: 'link' }>;

/** A link that does not lead to the web is shown as written. */
function toLink({ href, text, raw, tokens }: LinkToken, inside: Place): readonly Inline[] {
  const host = findWebHost(href);
  if (host === undefined) return [{ kind: 'text', text: raw }];
  const children = toInlines(tokens, { ...inside, isInLink: true });
  return [{ kind: 'link', href: href.trim(), host, isBare: text === href && isHostPlain(href), children }];
}

function toImage({ href, text, raw }: Extract<MarkedToken, { readonly type: 'image' }>): readonly Inline[] {
  const host = findWebHost(href);
  return host === undefined ? [{ kind: 'text', text: raw }] : [{ kind: 'image', href: href.trim(), host, text }];
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  hellip: '…',
  ndash: '–',
  mdash: '—',
};

/** Decodes common character references. All others stay as written. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/giu, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return isShown(code) ? String.fromCodePoint(code) : whole;
  });
}

function isShown(code: number): boolean {
  const isHalf = code >= 0xd800 && code <= 0xdfff;
  return code >= 0x20 && code <= 0x10ffff && !isHalf;
}
