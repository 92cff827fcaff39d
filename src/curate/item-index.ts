import type { Item } from '../conversation/item/item.ts';
import type { Ref } from '../conversation/ref.ts';
import { findLastTurn } from './conversation-view.ts';

interface ComputedParts {
  readonly computedTags: readonly string[];
  readonly totalReferences: number;
}

/** What an item is found by: an `ItemIndex`. */
export function toItemIndex(item: Item, computed: ComputedParts) {
  const turnTags = new Set<string>();
  const refUrls = new Set<string>();
  const texts = listOwnTexts(item);
  addRefs(item.refs, refUrls, texts);
  for (const turn of item.history ?? []) {
    if (turn.msg !== '') texts.push(turn.msg);
    for (const tag of turn.tags) turnTags.add(tag);
    if (turn.refs !== undefined) addRefs(turn.refs, refUrls, texts);
  }
  return {
    manualTags: item.manualTags,
    ...computed,
    turnTags: [...turnTags],
    refUrls: [...refUrls],
    texts,
    questionKeys: listQuestionKeys(item),
  };
}

/** The texts outside the turns, without those that repeat a turn, which would be indexed twice. */
function listOwnTexts({ history, editedQuestion, synthQuestion, answer, comment }: Item): string[] {
  const texts: string[] = [];
  if (synthQuestion) texts.push(synthQuestion);
  if (editedQuestion && editedQuestion !== findLastTurn(history, 'user')?.msg) texts.push(editedQuestion);
  if (answer && answer !== findLastTurn(history, 'assistant')?.msg) texts.push(answer);
  if (comment) texts.push(comment);
  return texts;
}

function addRefs(refs: readonly Ref[], urls: Set<string>, texts: string[]): void {
  for (const { url, title } of refs) {
    urls.add(url);
    if (title) texts.push(title);
  }
}

/** The question as it was edited, as it was generated, and all that the user says. */
function listQuestionKeys({ history, editedQuestion, synthQuestion }: Item): readonly string[] {
  const asked = (history ?? []).flatMap((turn) => (turn.role === 'user' ? [turn.msg] : [])).join('\n');
  const keys = new Set<string>();
  for (const question of new Set([editedQuestion, synthQuestion, asked])) {
    const key = question === undefined ? undefined : toQuestionKey(question);
    if (key !== undefined) keys.add(key);
  }
  return [...keys];
}

/**
 * Hash of a question with case and white space folded: equal ones ask the same. 16 hex digits; undefined for a blank
 * one. Not cryptographic: a collision costs a needless warning, and SHA-256 a good part of the time of an import.
 */
export function toQuestionKey(question: string): string | undefined {
  const text = question.trim().toLowerCase();
  if (text === '') return undefined;
  // Two lanes of 32 bits with multipliers of their own; the turn of the bits lets high ones reach low ones.
  let first = 0x9e3779b9;
  let second = 0x85ebca6b;
  let isGap = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isBlank = isSpace(code);
    if (isBlank && isGap) continue;
    isGap = isBlank;
    const folded = isBlank ? 32 : code;
    first = Math.imul(((first << 5) | (first >>> 27)) ^ folded, 0x9e3779b1);
    second = Math.imul(((second << 13) | (second >>> 19)) ^ folded, 0x5f356495);
  }
  return toHex(spread(first) ^ Math.imul(second, 0xc2b2ae35)) + toHex(spread(second) ^ Math.imul(first, 0x27d4eb2f));
}

/** White space as `\s` knows it. A plain loop takes half the time of folding the text first. */
function isSpace(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13);
  return code >= 160 && /\s/.test(String.fromCharCode(code));
}

function spread(lane: number): number {
  const half = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  return half ^ (half >>> 13);
}

function toHex(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, '0');
}
