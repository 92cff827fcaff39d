import { isTurnGraderId } from '../conversation/turn-number.ts';
import type { Verdict } from '../conversation/verdict.ts';

/** How a grader was written when it graded, as far as that is recorded. */
interface GraderRule {
  readonly hash?: string;
  /** Judges: the deck, and the model that answered. */
  readonly deck?: string;
  readonly model?: string;
}

/** What a conversation was graded by, under the ids of the graders. */
export type GraderRules = ReadonlyMap<string, GraderRule>;

/** `written`: hashes of the checks by id, which verdicts that were given while the run was played leave to its spec. */
export function toGraderRules(verdicts: readonly Verdict[], written: ReadonlyMap<string, string>): GraderRules {
  const rules = new Map<string, GraderRule>();
  for (const verdict of verdicts) {
    const { grader } = verdict;
    if (verdict.status === 'ungraded' && verdict.cause === 'no-grader') continue;
    // A judge that found nothing to grade opened no deck, so its hash is different.
    const isAsked = verdict.status === 'graded' || verdict.cause !== 'not-applicable';
    const rule = isAsked ? toRule(verdict, written.get(grader)) : {};
    if (rule.hash !== undefined || !rules.has(grader)) rules.set(grader, rule);
  }
  return rules;
}

function toRule({ provenance }: Verdict, written: string | undefined): GraderRule {
  if (provenance === undefined) return written === undefined ? {} : { hash: written };
  const { hash, deck, model } = provenance;
  return { hash, ...(deck === undefined ? {} : { deck }), ...(model === undefined ? {} : { model }) };
}

export interface RuledPair {
  readonly a: GraderRules;
  readonly b: GraderRules;
}

/** Graders that did not grade by the same rule on both sides, each as people know it: `tone (tone.deck.md)`. */
export function listChangedGraders(pairs: readonly RuledPair[]): readonly string[] {
  const changed = new Map<string, string>();
  for (const { a, b } of pairs) {
    for (const id of new Set([...a.keys(), ...b.keys()])) {
      const [before, now] = [a.get(id), b.get(id)];
      if (changed.has(id) || isSameRule(id, before, now)) continue;
      const deck = now?.deck ?? before?.deck;
      changed.set(id, deck === undefined ? id : `${id} (${deck})`);
    }
  }
  return [...changed.values()];
}

function isSameRule(id: string, before: GraderRule | undefined, now: GraderRule | undefined): boolean {
  // A script that stopped at a failure has no verdicts on its later turns.
  if (before === undefined || now === undefined) return isTurnGraderId(id);
  return before.hash === undefined || now.hash === undefined || before.hash === now.hash;
}

/** Judges behind which no model is the same on both sides: `tone (old-model, then new-model)`. */
export function listChangedModels(pairs: readonly RuledPair[]): readonly string[] {
  const [before, now] = [collectModels(pairs.map(({ a }) => a)), collectModels(pairs.map(({ b }) => b))];
  return [...before].flatMap(([id, models]) => {
    const later = now.get(id);
    if (later === undefined || [...models].some((model) => later.has(model))) return [];
    return [`${id} (${[...models].join(', ')}, then ${[...later].join(', ')})`];
  });
}

function collectModels(all: readonly GraderRules[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byGrader = new Map<string, Set<string>>();
  for (const rules of all) {
    for (const [id, { model }] of rules) {
      if (model !== undefined) byGrader.set(id, (byGrader.get(id) ?? new Set()).add(model));
    }
  }
  return byGrader;
}
