import { describe, expect, it } from 'vitest';
import type { Provenance, Verdict } from '../conversation/verdict.ts';
import { listChangedGraders, listChangedModels, toGraderRules } from './grader-rules.ts';

type Rest = Partial<Provenance>;

function toGraded(grader: string, provenance?: Rest): Verdict {
  const given = { at: '', kind: 'judge', hash: 'h', ...provenance };
  const verdict = {
    grader,
    turnIndex: 1,
    status: 'graded' as const,
    score: 1,
    normalizedScore: 1,
    pass: true,
    reason: '',
  };
  return provenance === undefined ? verdict : { ...verdict, provenance: given };
}

const unmet: Verdict = { grader: 'tone', turnIndex: null, status: 'ungraded', cause: 'not-applicable' };
const none: Verdict = { grader: 'none', turnIndex: null, status: 'ungraded', cause: 'no-grader' };

/** Checks that the spec of the run has with the hash `h`. */
const written = new Map([['length-1', 'h']]);

function list(a: readonly Verdict[], b: readonly Verdict[], writtenB = written) {
  return listChangedGraders([{ a: toGraderRules(a, written), b: toGraderRules(b, writtenB) }]);
}

describe('listChangedGraders', () => {
  const changed = new Map([['length-1', 'other']]);

  it.each<[string, readonly string[], readonly string[]]>([
    ['a check that is written otherwise', list([toGraded('length-1')], [toGraded('length-1')], changed), ['length-1']],
    ['the same check', list([toGraded('length-1')], [toGraded('length-1')]), []],
    ['a check of which nothing is recorded', list([toGraded('length-1')], [toGraded('length-1')], new Map()), []],
    [
      'a check that was graded later',
      list([toGraded('length-1', { hash: 'new' })], [toGraded('length-1')]),
      ['length-1'],
    ],
    [
      'another deck',
      list([toGraded('tone', { deck: 'tone.deck.md' })], [toGraded('tone', { deck: 'tone.deck.md', hash: 'i' })]),
      ['tone (tone.deck.md)'],
    ],
    ['a grader that is new', list([toGraded('length-1')], [toGraded('length-1'), toGraded('tone', {})]), ['tone']],
    ['a turn that was not played', list([toGraded('turn-2/contains-1')], []), []],
    [
      'a judge without anything to grade',
      list([toGraded('tone', {})], [{ ...unmet, provenance: { at: '', kind: 'judge', hash: 'spec' } }]),
      [],
    ],
    ['no grader, then one', list([none], [toGraded('tone', {})]), ['tone']],
  ])('lists %s', (_title, found, expected) => {
    expect(found).toEqual(expected);
  });
});

describe('listChangedModels', () => {
  const judgedBy = (...models: readonly string[]) =>
    models.map((model) => toGraderRules([toGraded('tone', { model })], written));

  it('lists a judge only when no model is the same', () => {
    const toPairs = (before: readonly string[], now: readonly string[]) =>
      judgedBy(...before).map((a, place) => ({ a, b: judgedBy(...now)[place] ?? a }));
    expect(listChangedModels(toPairs(['m1', 'm1'], ['m2', 'm2']))).toEqual(['tone (m1, then m2)']);
    expect(listChangedModels(toPairs(['m1', 'm2'], ['m2', 'm3']))).toEqual([]);
  });
});
