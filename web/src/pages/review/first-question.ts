import type { Item } from '../../../../src/conversation/item/item.ts';
import { toTurns } from '../../../../src/curate/conversation-view.ts';

const mostLetters = 160;
const mostNameLetters = 48;

/** The first text of the user on one line, which identifies the conversation. Empty without a text. */
export function findFirstQuestion(item: Item): string {
  const turns = toTurns(item);
  const first = turns.find(({ role, msg }) => role === 'user' && msg.trim() !== '') ?? turns[0];
  const start = (first?.msg ?? '').slice(0, mostLetters * 4);
  return start.replaceAll(/\s+/g, ' ').trim().slice(0, mostLetters);
}

/** A conversation in a sentence: its first question in quotes, cut at a word; without one, its id. */
export function toItemName(item: Item, id: string): string {
  const question = findFirstQuestion(item);
  if (question === '') return id;
  if (question.length <= mostNameLetters) return `“${question}”`;
  const cut = question.slice(0, mostNameLetters);
  // Cuts a long word, or a script without spaces, at the limit.
  const end = cut.lastIndexOf(' ') > mostNameLetters / 2 ? cut.lastIndexOf(' ') : mostNameLetters;
  return `“${cut.slice(0, end).replace(/[\s,;:.–—-]+$/u, '')}…”`;
}
