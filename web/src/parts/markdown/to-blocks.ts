import type { MarkedToken, Token } from 'marked';
import { BoundedLexer } from './bounded-lexer.ts';
import { deepestBlocks, isTooMuch } from './markdown-cost.ts';
import type { Block, ListEntry, TableCell } from './markdown-tree.ts';
import { toInlines } from './to-inlines.ts';

/**
 * Parses Markdown. No text is lost: anything the tree cannot represent appears as written. Never throws, and runs in
 * linear time.
 */
export function toBlocks(text: string): readonly Block[] {
  if (isTooMuch(text)) return [{ kind: 'literal', text }];
  try {
    return toBlockList(new BoundedLexer().lex(text), 0);
  } catch {
    // Nested too deeply for the lexer.
    return [{ kind: 'literal', text }];
  }
}

function toBlockList(tokens: readonly Token[], depth: number): readonly Block[] {
  return tokens.flatMap((token) => toBlock(token, depth));
}

function toBlock(given: Token, depth: number): readonly Block[] {
  if (depth > deepestBlocks) return [{ kind: 'literal', text: given.raw }];
  // No extension is registered, so every token is one of Marked's own.
  const token = given as MarkedToken;
  switch (token.type) {
    case 'space':
    case 'checkbox':
      return [];
    case 'paragraph':
      return [{ kind: 'paragraph', children: toInlines(token.tokens) }];
    case 'text':
      return [{ kind: 'paragraph', children: toInlines([token]) }];
    case 'heading':
      return [{ kind: 'heading', level: token.depth, children: toInlines(token.tokens) }];
    case 'code':
      return [{ kind: 'code', language: token.lang ?? '', text: token.text }];
    case 'blockquote':
      return [{ kind: 'quote', children: toBlockList(token.tokens, depth + 1) }];
    case 'list':
      return isBareMarker(token) ? [{ kind: 'literal', text: token.raw.trimEnd() }] : [toList(token, depth)];
    case 'table':
      return [{ kind: 'table', head: toCells(token.header), rows: token.rows.map(toCells) }];
    case 'hr':
      return [{ kind: 'rule' }];
    default:
      return [{ kind: 'literal', text: given.raw.trimEnd() }];
  }
}

/** A number with a dot and nothing after it, such as an order number, is text and not an empty list. */
function isBareMarker({ items }: Extract<MarkedToken, { readonly type: 'list' }>): boolean {
  return items.every(({ text, task }) => text.trim() === '' && !task);
}

function toList({ ordered, start, items }: Extract<MarkedToken, { readonly type: 'list' }>, depth: number): Block {
  const entries = items.map(
    ({ task, checked, tokens }): ListEntry => ({
      isDone: task ? checked === true : undefined,
      children: toBlockList(tokens, depth + 1),
    }),
  );
  return { kind: 'list', start: ordered ? Number(start) : undefined, entries };
}

function toCells(cells: Extract<MarkedToken, { readonly type: 'table' }>['header']): readonly TableCell[] {
  return cells.map(({ align, tokens }) => ({ align: align ?? undefined, children: toInlines(tokens) }));
}
