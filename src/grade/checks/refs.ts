import type { Ref } from '../../conversation/ref.ts';
import { toUrlKey } from '../../conversation/url-key.ts';
import type { GradedReply, GradedSubject } from '../graded-conversation.ts';
import { listTurnRefs } from '../turn-key.ts';
import type { CheckResult, Wanted } from './check.ts';
import { findCitations } from './citations.ts';
import { quoteExcerpt } from './excerpt.ts';
import { toShownScore } from './shown-score.ts';

const listedUrls = 20;
const shownUrls = 3;

interface Cited {
  /** Share of the needed refs that are cited; null when none is needed: all are bonus. */
  readonly recall: number | null;
  /** Share of the citations that are refs, bonus ones too; null when nothing is cited. */
  readonly precision: number | null;
  readonly cited: readonly string[];
  readonly missing: readonly string[];
  readonly wrong: readonly string[];
}

/**
 * The reply cites the sources of its turn: recall, precision, or the lower of both as far as they are defined. Of a
 * conversation as a whole: all replies against the sources of all turns, each turn by itself in the evidence.
 */
export function checkRefs(subject: GradedSubject, wanted: Wanted<'refs'>): CheckResult {
  const { conversation, reply } = subject;
  const turns = (reply === null ? conversation.replies : [reply])
    .map((one) => ({ reply: one, refs: listTurnRefs(conversation, one) }))
    .filter(({ refs }) => refs.length > 0);
  if (turns.length === 0) return { cause: 'not-applicable', reason: 'The turn has no references to cite.' };
  const figures = measure(
    subject.text,
    turns.flatMap(({ refs }) => refs),
  );
  const evidence = reply === null ? { ...figures, turns: turns.map(measureTurn) } : figures;
  const score = toScore(figures, wanted);
  if (score === null) return { cause: 'not-applicable', reason: explainNull(figures), evidence };
  return { score, reason: explain(figures), evidence };
}

function measureTurn({ reply, refs }: { readonly reply: GradedReply; readonly refs: readonly Ref[] }) {
  const { recall, precision } = measure(reply.text, refs);
  return { turnIndex: reply.turnIndex, recall, precision };
}

function measure(text: string, refs: readonly Ref[]): Cited {
  const { right, wrong } = findCitations(text, refs);
  const bonus = new Map<string, boolean>();
  // A source that stands there twice is needed when it is needed once.
  for (const { url, bonus: isBonus = false } of refs) {
    const key = toUrlKey(url);
    bonus.set(key, isBonus && (bonus.get(key) ?? true));
  }
  const needed = [...bonus].flatMap(([key, isBonus]) => (isBonus ? [] : [key]));
  const missing = needed.filter((key) => !right.has(key));
  const citations = right.size + wrong.size;
  return {
    recall: needed.length === 0 ? null : (needed.length - missing.length) / needed.length,
    precision: citations === 0 ? null : right.size / citations,
    cited: [...right],
    missing,
    wrong: [...wrong].slice(0, listedUrls),
  };
}

function toScore({ recall, precision }: Cited, wanted: Wanted<'refs'>): number | null {
  if (wanted === 'recall') return recall;
  if (wanted === 'precision') return precision;
  return recall === null || precision === null ? (recall ?? precision) : Math.min(recall, precision);
}

function explain({ recall, precision, cited, missing, wrong }: Cited): string {
  const shares = [
    recall === null ? 'Recall is undefined: all references are bonus.' : `Recall ${toShownScore(recall)}.`,
    precision === null ? 'The reply cites nothing, so it has no precision.' : `Precision ${toShownScore(precision)}.`,
  ];
  const lists = [
    ['Cited', cited],
    ['Not cited', missing],
    ['Not a reference', wrong],
  ] as const;
  return [...shares, ...lists.flatMap(([name, urls]) => (urls.length === 0 ? [] : `${name}: ${listUrls(urls)}.`))].join(
    ' ',
  );
}

function explainNull({ precision }: Cited): string {
  return precision === null
    ? 'The reply cites nothing, so it has no precision.'
    : 'All references of the turn are bonus, so there is no recall.';
}

function listUrls(urls: readonly string[]): string {
  const shown = urls.slice(0, shownUrls).map((url) => quoteExcerpt(url));
  return urls.length > shown.length ? `${shown.join(', ')} and more` : shown.join(', ');
}
