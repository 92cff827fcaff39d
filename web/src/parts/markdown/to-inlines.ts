import type { MarkedToken, Token } from 'marked';
import { findWebHost, isHostPlain } from '../web-address.ts';
import { decodeEntities } from './decode-entities.ts';
import type { Inline } from './markdown-tree.ts';

const deepest = 12;

/** The text of a block. Neighbouring texts become one. */
export function toInlines(tokens: readonly Token[] | undefined, depth = 0): readonly Inline[] {
  const list: Inline[] = [];
  for (const token of tokens ?? []) {
    for (const inline of toInline(token, depth)) {
      const last = list.at(-1);
      if (last?.kind === 'text' && inline.kind === 'text')
        list[list.length - 1] = { kind: 'text', text: last.text + inline.text };
      else list.push(inline);
    }
  }
  return list;
}

function toInline(given: Token, depth: number): readonly Inline[] {
  if (depth > deepest) return [{ kind: 'text', text: given.raw }];
  // No extension is registered, so every token is one of Marked's own.
  const token = given as MarkedToken;
  switch (token.type) {
    case 'text':
      if (token.tokens !== undefined) return toInlines(token.tokens, depth + 1);
      return [{ kind: 'text', text: decodeEntities(token.text) }];
    case 'escape':
      return [{ kind: 'text', text: token.text }];
    case 'strong':
      return [{ kind: 'strong', children: toInlines(token.tokens, depth + 1) }];
    case 'em':
      return [{ kind: 'emphasis', children: toInlines(token.tokens, depth + 1) }];
    case 'del':
      return [{ kind: 'deleted', children: toInlines(token.tokens, depth + 1) }];
    case 'codespan':
      return [{ kind: 'code', text: token.text }];
    case 'br':
      return [{ kind: 'break' }];
    case 'checkbox':
      return [];
    case 'link':
      return toLink(token, depth);
    case 'image':
      return toImage(token);
    default:
      return [{ kind: 'text', text: token.raw }];
  }
}

type LinkToken = Extract<MarkedToken, { readonly type: 'link' }>;

/** What leads anywhere but to the web is shown as it was written. */
function toLink({ href, text, raw, tokens }: LinkToken, depth: number): readonly Inline[] {
  const host = findWebHost(href);
  if (host === undefined) return [{ kind: 'text', text: raw }];
  const children = toInlines(tokens, depth + 1);
  return [{ kind: 'link', href: href.trim(), host, isBare: text === href && isHostPlain(href), children }];
}

function toImage({ href, text, raw }: Extract<MarkedToken, { readonly type: 'image' }>): readonly Inline[] {
  const host = findWebHost(href);
  return host === undefined ? [{ kind: 'text', text: raw }] : [{ kind: 'image', href: href.trim(), host, text }];
}
