import type { Ref } from '../../conversation/ref.ts';
import { toUrlKey } from '../../conversation/url.ts';
import type { GradedSubject } from '../graded-conversation.ts';
import { listTurnRefs } from '../turn-key.ts';
import type { CheckResult, Wanted } from './check.ts';
import { quoteExcerpt, toShownScore } from './excerpt.ts';
import { findCitations } from './find-citations.ts';

const listedUrls = 20;
const shownUrls = 3;

/** What was cited, and what should have been. */
interface Counted {
  /** Sources that have to be cited: all but bonus ones. */
  readonly needed: number;
  readonly cited: readonly string[];
  readonly missing: readonly string[];
  readonly wrong: readonly string[];
}

interface Cited extends Omit<Counted, 'needed'> {
  /** Share of the needed refs that are cited; null when none is needed: all are bonus. */
  readonly recall: number | null;
  /** Share of the citations that are refs, bonus ones too; null when nothing is cited. */
  readonly precision: number | null;
}

/**
 * The reply cites the references of its turn: recall, precision, or the lower of both as far as they are defined. For a
 * conversation as a whole the counts of all turns are added up, each reply against the references of its own turn.
 */
export function checkCitations(subject: GradedSubject, wanted: Wanted<'citations'>): CheckResult {
  const { conversation, reply } = subject;
  const turns = (reply === null ? conversation.replies : [reply])
    .map((one) => ({ reply: one, refs: listTurnRefs(conversation, one) }))
    .filter(({ refs }) => refs.length > 0)
    .map(({ reply: { turnIndex, text }, refs }) => ({ turnIndex, counted: count(text, refs) }));
  if (turns.length === 0) return { cause: 'not-applicable', reason: 'The turn has no references to cite.' };
  const metrics = toCited(turns.map(({ counted }) => counted));
  const evidence = reply === null ? { ...metrics, turns: turns.map(toTurn) } : metrics;
  const score = toScore(metrics, wanted);
  if (score === null) return { cause: 'not-applicable', reason: explainNull(metrics), evidence };
  return { score, reason: explain(metrics), evidence };
}

function count(text: string, refs: readonly Ref[]): Counted {
  const { right, wrong } = findCitations(text, refs);
  const bonus = new Map<string, boolean>();
  // A reference that is listed twice is needed when either entry is.
  for (const { url, bonus: isBonus = false } of refs) {
    const key = toUrlKey(url);
    bonus.set(key, isBonus && (bonus.get(key) ?? true));
  }
  const needed = [...bonus].flatMap(([key, isBonus]) => (isBonus ? [] : [key]));
  const missing = needed.filter((key) => !right.has(key));
  return { needed: needed.length, cited: [...right], missing, wrong: [...wrong] };
}

/** The lists name each reference once. One that was cited in one turn and missed in another is in both. */
function toCited(turns: readonly Counted[]): Cited {
  const add = (countOf: (turn: Counted) => number) => turns.reduce((sum, turn) => sum + countOf(turn), 0);
  const needed = add((turn) => turn.needed);
  const right = add(({ cited }) => cited.length);
  const citations = right + add(({ wrong }) => wrong.length);
  const list = (key: 'cited' | 'missing' | 'wrong') => [...new Set(turns.flatMap((turn) => turn[key]))];
  return {
    recall: needed === 0 ? null : (needed - add(({ missing }) => missing.length)) / needed,
    precision: citations === 0 ? null : right / citations,
    cited: list('cited'),
    missing: list('missing'),
    wrong: list('wrong').slice(0, listedUrls),
  };
}

function toTurn({ turnIndex, counted }: { readonly turnIndex: number; readonly counted: Counted }) {
  return { turnIndex, ...toCited([counted]) };
}

function toScore({ recall, precision }: Cited, wanted: Wanted<'citations'>): number | null {
  if (wanted === 'recall') return recall;
  if (wanted === 'precision') return precision;
  return recall === null || precision === null ? (recall ?? precision) : Math.min(recall, precision);
}

function explain({ recall, precision, cited, missing, wrong }: Cited): string {
  const shares = [
    recall === null ? 'Recall is undefined because all references are optional.' : `Recall ${toShownScore(recall)}.`,
    precision === null
      ? 'The reply cites nothing, so precision is undefined.'
      : `Precision ${toShownScore(precision)}.`,
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
    ? 'The reply cites nothing, so precision is undefined.'
    : 'All references of the turn are optional, so recall is undefined.';
}

function listUrls(urls: readonly string[]): string {
  const shown = urls.slice(0, shownUrls).map((url) => quoteExcerpt(url));
  return urls.length > shown.length ? `${shown.join(', ')} and more` : shown.join(', ');
}
