import type { Turn } from '../conversation/item/item.ts';
import { findLastTurn, type Talk, toTurns } from './conversation-view.ts';
import type { ItemBody } from './item-content.ts';
import type { KeywordMatcher } from './keyword-hits.ts';
import { cutText, toPassage } from './passage.ts';

/** The passage of an item that contains a keyword. */
export interface ItemHit {
  /** null: in no turn. */
  readonly turnIndex: number | null;
  readonly text: string;
}

/** What a table shows of the content of an item: short, however long that is. */
export interface ItemSummary {
  readonly question: string;
  readonly answer: string;
  readonly turns: number;
  readonly totalReferences: number;
  /** Manual ones. */
  readonly tags: readonly string[];
  readonly computedTags: readonly string[];
  readonly turnTags: readonly string[];
  readonly hit?: ItemHit;
}

const longestText = 300;
const longestHit = 240;

/** `matcher`: of what was searched for, if anything was. */
export function toItemSummary(body: ItemBody, matcher?: KeywordMatcher): ItemSummary {
  const turns = toTurns(body);
  const answer = findLastTurn(turns, 'assistant')?.msg ?? body.answer ?? '';
  const hit = matcher === undefined ? undefined : findHit(listTexts(body, turns), matcher);
  return {
    question: cutText(findQuestion(body, turns), longestText),
    answer: cutText(answer, longestText),
    turns: turns.length,
    totalReferences: body.totalReferences,
    tags: body.manualTags,
    computedTags: body.computedTags,
    turnTags: [...new Set(turns.flatMap((turn) => turn.tags))],
    ...(hit === undefined ? {} : { hit }),
  };
}

/** The first question of a user, or else the question outside the turns. */
export function findQuestion(item: Talk, turns: readonly Turn[] = toTurns(item)): string {
  const first = turns.find(({ role, msg }) => role === 'user' && msg.trim() !== '');
  return first?.msg ?? item.editedQuestion ?? item.synthQuestion ?? '';
}

interface Text {
  readonly turnIndex: number | null;
  readonly text: string;
}

/** The texts that full-text search looks through, those of turns first: they are what people look for. */
function* listTexts(body: ItemBody, turns: readonly Turn[]): Generator<Text> {
  for (const [turnIndex, { msg, refs = [] }] of turns.entries()) {
    yield { turnIndex, text: msg };
    for (const { title } of refs) if (title !== undefined) yield { turnIndex, text: title };
  }
  const titles = body.refs.map((ref) => ref.title);
  for (const text of [body.editedQuestion, body.synthQuestion, body.answer, body.comment, ...titles]) {
    if (text !== undefined) yield { turnIndex: null, text };
  }
}

/** The first text with all that is searched for, else the one with most of it. */
function findHit(texts: Iterable<Text>, matcher: KeywordMatcher): ItemHit | undefined {
  let best: ItemHit | undefined;
  let most = 0;
  for (const { turnIndex, text } of texts) {
    const { hits, terms } = matcher.find(text);
    const [first] = hits;
    if (first === undefined || terms <= most) continue;
    best = { turnIndex, text: toPassage(text, first, longestHit) };
    most = terms;
    if (most === matcher.termCount) break;
  }
  return best;
}
