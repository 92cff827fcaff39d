import { describe, expect, it } from 'vitest';
import { makeCertificate, makeJudge, makeUncertified } from '../../../test/support/made-certificate.ts';
import type { JudgeCertificate } from '../../conversation/certificate.ts';
import type { Provenance, Verdict } from '../../conversation/verdict.ts';
import { type JudgedConversation, JudgeTallies } from './judge-tallies.ts';
import type { VariantKey } from './variant-tally.ts';

const variant: VariantKey = { target: 'bot', send: 'question', play: 'reply' };
const provenance: Provenance = {
  ...{ at: '2026-11-16T00:00:00.000Z', kind: 'judge', hash: 'd1', deck: 'tone.deck.md', target: 'gpt' },
  scale: { min: -3, max: 3, pass: 1 },
};

function judge(pass: boolean, more: Partial<Provenance> = {}): Verdict {
  const [score, normalizedScore] = pass ? [3, 1] : [-3, 0];
  const by = { ...provenance, ...more };
  return {
    grader: 'judge-1',
    turnIndex: 1,
    status: 'graded',
    score,
    normalizedScore,
    pass,
    reason: 'So.',
    provenance: by,
  };
}

function toConversation(given: readonly Verdict[], tags: readonly string[] = []): JudgedConversation {
  return { start: variant, verdicts: given, tags, userTurns: [0] };
}

function collect(verdicts: readonly Verdict[], certificates: readonly JudgeCertificate[] = [makeJudge()]) {
  const tallies = new JudgeTallies(certificates);
  for (const verdict of verdicts) tallies.add(toConversation([verdict]), undefined);
  return tallies.toMetrics(() => 0);
}

const verdicts = Array.from({ length: 10 }, (_, index) => judge(index < 6));

describe('JudgeTallies', () => {
  it('has the rate that a judge passed and the rate that people would have passed', () => {
    const [metrics] = collect(verdicts);
    expect(metrics).toMatchObject({
      variant,
      deck: 'tone.deck.md',
      target: 'gpt',
      pass: 1,
      certificateStatus: 'current',
    });
    expect(metrics).toMatchObject({ state: 'trusted', split: 'test', labels: 400, raw: { value: 0.6, n: 10 } });
    // (0.6 + 0.7 − 1) / (0.9 + 0.7 − 1) = 0.3 / 0.6
    expect(metrics?.corrected.value).toBeCloseTo(0.5, 12);
  });

  it('counts passing scores, decks, targets and variants apart', () => {
    const not: Partial<Provenance> = { scale: { min: -3, max: 3 } };
    const tallies = new JudgeTallies([makeJudge()]);
    const given = [judge(true), judge(true, { hash: 'd2' }), judge(true, { target: 'other' }), judge(true, not)];
    tallies.add(toConversation(given), undefined);
    tallies.add({ ...toConversation([judge(false)]), start: { ...variant, target: 'other-bot' } }, undefined);
    const told = tallies
      .toMetrics(() => 0)
      .map(({ pass, certificateStatus, corrected }) => [pass, certificateStatus, corrected.why?.slice(0, 20)]);
    expect(told).toEqual(
      expect.arrayContaining([
        [1, 'current', undefined],
        [1, 'missing', 'the judge has no cer'],
        [1, 'missing', 'the judge has no cer'],
        [null, 'current', 'the grader sets `not'],
      ]),
    );
    expect(told).toHaveLength(5);
  });

  it('counts rubrics as one judge, whatever their texts, where the bundled deck has a certificate', () => {
    const rubrics = verdicts.map((verdict, index) => ({
      ...verdict,
      provenance: { ...provenance, kind: 'rubric', hash: `text ${index}`, deck: 'outcome deck (built-in)' },
    }));
    const certified = makeJudge({ deck: 'outcome deck (built-in)' });
    expect(collect(rubrics, [certified])).toMatchObject([{ certificateStatus: 'current', raw: { value: 0.6, n: 10 } }]);
    expect(collect(rubrics)).toEqual([]);
  });

  it('leaves checks out, and counts no verdict that was not given', () => {
    const rubric = judge(true, { kind: 'rubric', deck: 'outcome deck (built-in)' });
    const check: Verdict = { ...judge(true), provenance: { at: '', kind: 'contains', hash: 'x' } };
    const ungraded: Verdict = { grader: 'judge-1', turnIndex: 1, status: 'ungraded', cause: 'timeout', provenance };
    expect(collect([rubric, check])).toEqual([]);
    expect(collect([ungraded])).toMatchObject([{ raw: { value: null, n: 0 }, corrected: { value: null } }]);
  });

  it('takes verdicts on one conversation for a cluster', () => {
    const tallies = new JudgeTallies([makeJudge()]);
    for (let index = 0; index < 5; index += 1) {
      tallies.add(toConversation(Array.from({ length: 4 }, () => judge(index < 3))), undefined);
    }
    const [metrics] = tallies.toMetrics(() => 0);
    const [alone] = collect(Array.from({ length: 20 }, (_, index) => judge(index < 12)));
    expect(metrics?.raw).toMatchObject({ value: 0.6, n: 20 });
    expect(metrics?.raw.low).toBeLessThan(alone?.raw.low ?? 0);
    expect(metrics?.corrected.low).toBeLessThan(alone?.corrected.low ?? 0);
  });

  it('corrects by rates for the mix of the run where it is unlike the samples', () => {
    const mix = [
      { tags: [], turns: '1', pass: { n: 100, hits: 90 }, fail: { n: 100, hits: 90 } },
      { tags: ['hard'], turns: '1', pass: { n: 100, hits: 90 }, fail: { n: 100, hits: 50 } },
    ];
    const tallies = new JudgeTallies([makeJudge({ certificate: makeCertificate({ mix }) })]);
    for (let index = 0; index < 100; index++) {
      tallies.add(toConversation([judge(index < 60)], index < 90 ? ['hard'] : []), undefined);
    }
    const [metrics] = tallies.toMetrics(() => 0);
    // TNR 0.1·0.9 + 0.9·0.5 = 0.54: (0.6 + 0.54 − 1)/(0.9 + 0.54 − 1)
    expect(metrics?.mixShift?.tnr).toMatchObject({ certificate: 0.7, run: expect.closeTo(0.54, 9) });
    expect(metrics?.corrected.value).toBeCloseTo(0.14 / 0.44, 9);
    expect(metrics?.assumption).toContain('with the same tags and turn count');
  });

  it('counts user turns up to the turn that was graded', () => {
    const mix = [
      { tags: [], turns: '1', pass: { n: 200, hits: 180 }, fail: { n: 100, hits: 90 } },
      { tags: [], turns: '2', pass: { n: 0, hits: 0 }, fail: { n: 100, hits: 50 } },
    ];
    const tallies = new JudgeTallies([makeJudge({ certificate: makeCertificate({ mix }) })]);
    // The verdict is on turn 1, and the second user message is turn 2.
    for (let index = 0; index < 100; index++) {
      tallies.add({ ...toConversation([judge(index < 60)]), userTurns: [0, 2] }, undefined);
    }
    const [metrics] = tallies.toMetrics(() => 0);
    expect(metrics?.mixShift?.differences[0]).toMatchObject({ by: 'turns', run: 1 });
    expect(metrics?.mixShift?.tnr?.run).toBeCloseTo(0.9, 9);
  });

  it('uses the worse one of two certificates that verdicts do not distinguish', () => {
    const stale = makeJudge({ certificateStatus: 'stale', changed: ['settings'] });
    expect(collect(verdicts, [makeJudge(), stale])).toMatchObject([
      { certificateStatus: 'stale', corrected: { value: null } },
    ]);
  });

  it('takes a certificate of earlier gate rules for stale, even if it was current when the run was played', () => {
    const { gateVersion: _, ...earlier } = makeCertificate();
    const [metrics] = collect(verdicts, [makeJudge({ certificate: earlier })]);
    expect(metrics).toMatchObject({ certificateStatus: 'stale', changed: ['gate-rules'] });
    expect(metrics?.corrected).toMatchObject({ value: null, why: expect.stringContaining('gate rules') });
  });

  it('reads runs that know nothing of certificates', () => {
    expect(collect(verdicts, [])).toMatchObject([
      { certificateStatus: 'missing', raw: { n: 10 }, corrected: { value: null } },
    ]);
    expect(collect(verdicts, [makeUncertified()])).toMatchObject([{ certificateStatus: 'missing' }]);
  });

  it('corrects by a certificate of tune samples, too, and says so', () => {
    const certificate = makeCertificate({ split: 'tune' });
    expect(collect(verdicts, [makeJudge({ certificate })])).toMatchObject([{ split: 'tune', corrected: { n: 10 } }]);
  });

  it('uses labels of the run for their deck and their variant', () => {
    const drawn = [1, 2, 3, 4].map((conversation) => ({
      ...{ conversation, turnIndex: 1, conversationChance: 0.4, inclusionProbability: 0.4 },
      score: conversation === 1 ? -3 : 3,
    }));
    const labels = [{ question: 'decks/tone.deck.md', drawn, chosen: ['bot', 'other-bot'] }];
    const judges = [makeJudge({ deck: 'decks/tone.deck.md' })];
    const tallies = new JudgeTallies(judges, labels);
    for (const [index, verdict] of verdicts.entries()) {
      tallies.add({ ...toConversation([verdict, judge(true, { hash: 'd2' })]), number: index + 1 }, undefined);
    }
    const [own, other] = tallies.toMetrics(() => 0);
    expect(own?.labeled).toMatchObject({ question: 'decks/tone.deck.md', drawn: 4, answered: 4, passes: 3, chosen: 1 });
    expect(own?.labeled?.value).toBeCloseTo(0.75, 12);
    expect(other).not.toHaveProperty('labeled');
  });

  it('counts a verdict that was not given among the replies, as no pass of the judge', () => {
    const ungraded: Verdict = { grader: 'judge-1', turnIndex: 1, status: 'ungraded', cause: 'timeout', provenance };
    const drawn = [{ conversation: 1, turnIndex: 1, conversationChance: 0.5, inclusionProbability: 0.5, score: 3 }];
    const tallies = new JudgeTallies([makeJudge()], [{ question: 'tone.deck.md', drawn, chosen: [] }]);
    tallies.add({ ...toConversation([ungraded]), number: 1 }, undefined);
    tallies.add({ ...toConversation([judge(true)]), number: 2 }, undefined);
    expect(tallies.toMetrics(() => 0)[0]).toMatchObject({ raw: { n: 1 }, labeled: { drawn: 1, judgeOnly: 1 } });
  });
});
