import { describe, expect, it } from 'vitest';
import type { Certificate } from '../conversation/certificate.ts';
import type { JudgedSample, JudgeSample, Variant } from '../conversation/judge/calibration.ts';
import type { Sample } from '../conversation/sample.ts';
import type { Verdict } from '../conversation/verdict.ts';
import { calibrateJudge, type JudgeInput } from './calibrate-judge.ts';

function toSample(id: string, rest: Partial<Sample> = {}): JudgeSample {
  const messages = [
    { role: 'user', content: `Hello from ${id}` },
    { role: 'assistant', content: 'Hi' },
  ];
  return { judge: 0, cluster: id, sample: { id, messages, tags: [], split: 'tune', meta: {}, ...rest } };
}

function toVerdict(score: number | null): Verdict {
  const subject = { grader: 'tone.deck.md', turnIndex: null };
  if (score === null) return { ...subject, status: 'ungraded', cause: 'timeout', reason: 'No reply within 2 s.' };
  return { ...subject, status: 'graded', score, normalizedScore: 0.5, pass: score >= 1, reason: `because ${score}` };
}

interface Asked {
  readonly repeat?: number;
  readonly variant?: Variant;
}

function toResult(sample: string, score: number | null, { repeat = 0, variant = 'plain' }: Asked = {}): JudgedSample {
  const judgment = {
    ...{ grader: 'tone.deck.md', turnIndex: null, reply: `{"score": ${score}}` },
    request: [{ role: 'system', content: 'Grade it.' }],
  };
  return { judge: 0, sample, repeat, variant, verdict: toVerdict(score), judgment };
}

function calibrateOf(input: Partial<JudgeInput>) {
  const scale = { min: -3, max: 3, step: 1 };
  return calibrateJudge({
    ...{ deck: 'tone.deck.md', target: 'small', scale, pass: 1, samples: [], results: [], repeat: 1 },
    ...input,
  });
}

describe('calibrateJudge', () => {
  it('uses the first answer only', () => {
    const { calibration, rows } = calibrateOf({
      samples: [toSample('a', { score: 2 })],
      results: [
        toResult('a', -1, { repeat: 2 }),
        toResult('a', 3, { repeat: 1 }),
        toResult('a', -3, { variant: 'last-turn' }),
        toResult('a', 1),
      ],
      repeat: 3,
    });
    expect(calibration).toMatchObject({ deck: 'tone.deck.md', target: 'small', n: 1, bias: { value: -1, n: 1 } });
    expect(calibration.retest).toMatchObject({ repeats: 3, changed: { value: 1, n: 1 }, flipped: { value: 1, n: 1 } });
    expect(rows).toMatchObject([{ sample: 'a', human: 2, judge: 1, again: [3, -1], probed: { 'last-turn': -3 } }]);
  });

  it.each([
    [{ by: 'verdict' } as const, 'every sample was picked by its verdict'],
    [{ by: 'verdict', run: 'run-1' } as const, 'which depends on other graders too'],
  ])('has no rates if the verdicts of the judge on all conversations are unknown: %j', (selection, why) => {
    const { tnr, gate } = calibrateOf({
      samples: ['a', 'b'].map((id) => toSample(id, { score: -2, selection })),
      results: ['a', 'b'].map((id) => toResult(id, -2)),
    }).calibration;
    expect(tnr).toMatchObject({ value: null, why: expect.stringContaining(why) });
    expect(gate.state).toBe('insufficient-labels');
  });

  it('has what probes found as caveats, which leave the state as it is', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const asked = {
      samples: ids.map((id) => toSample(id, { score: 2 })),
      results: ids.flatMap((id) => [
        toResult(id, 2),
        toResult(id, 2, { variant: 'last-turn' }),
        // The far end of the scale is what was demanded.
        toResult(id, -3, { variant: 'injected' }),
      ]),
    };
    const { gate } = calibrateOf(asked).calibration;
    expect(gate.caveats).toEqual([
      'it may ignore the history (0 of 5 scores changed without it, at most 43%)',
      'it obeys instructions in the conversation (5 of 5 samples)',
    ]);
    const plain = asked.results.filter(({ variant }) => variant === 'plain');
    expect(calibrateOf({ ...asked, results: plain }).calibration.gate).toEqual({ ...gate, caveats: [] });
    expect(calibrateOf({ ...asked, seesTurnOnly: true }).calibration.gate.caveats).toEqual(gate.caveats.slice(1));
  });

  it('shows the request, the reply and the reasons where judge and people differ', () => {
    const ratings = [
      { rater: 'ann', score: -2, reason: 'rude' },
      { rater: 'ben', score: 1 },
    ];
    const sample = toSample('a', { ratings, tags: ['angry'] });
    const { calibration } = calibrateOf({ samples: [sample], results: [toResult('a', 3)] });
    expect(calibration.disagreements).toEqual([
      {
        ...{ sample: 'a', human: -2, judge: 3, difference: 5, flips: true, tags: ['angry'], ratings },
        ...{ humanReason: 'rude', judgeReason: 'because 3', messages: sample.sample.messages },
        ...{ request: [{ role: 'system', content: 'Grade it.' }], reply: '{"score": 3}' },
      },
    ]);
  });

  it('shows the description of a sample that has no reason', () => {
    const meta = { description: 'Too long' };
    const samples = [toSample('a', { score: 1, meta }), toSample('b', { score: 1, reason: 'Slow', meta })];
    const { disagreements } = calibrateOf({ samples, results: [toResult('a', 3), toResult('b', 3)] }).calibration;
    expect(disagreements.map(({ sample, humanReason }) => [sample, humanReason])).toEqual([
      ['a', 'Too long'],
      ['b', 'Slow'],
    ]);
  });

  it('leaves out of n what was not asked yet', () => {
    const { calibration, rows } = calibrateOf({
      samples: [toSample('a', { score: 1 }), toSample('b', { score: 1 }), toSample('c')],
      results: [toResult('c', 2), toResult('a', null), toResult('b', 1, { repeat: 1 })],
    });
    expect(calibration).toMatchObject({ n: 2, graded: 1, compared: 0, unlabeled: 1, ungraded: { timeout: 1 } });
    expect(rows.map(({ sample }) => sample)).toEqual(['a', 'c']);
    expect(rows[0]).toMatchObject({ judge: null, cause: 'timeout', judgeReason: 'No reply within 2 s.' });
  });

  it('groups by the number of user turns', () => {
    const user = { role: 'user', content: 'And?' };
    const samples = [1, 1, 3, 4, 9, 0].map((turns, place) =>
      toSample(`s${place}`, {
        score: 1,
        messages: [{ role: 'assistant', content: 'Hi' }, ...Array.from({ length: turns }, () => user)],
      }),
    );
    const results = samples.map(({ sample }) => toResult(sample.id, 1));
    const { calibration } = calibrateOf({ samples, results });
    expect(calibration.byTurns.map(({ name, n, metrics }) => [name, n, metrics.exact.value])).toEqual([
      ['0', 1, 1],
      ['1', 2, 1],
      ['3–4', 2, 1],
      ['9+', 1, 1],
    ]);
  });

  it('has no retest of one repeat, and says so where nothing was graded twice', () => {
    const samples = [toSample('a', { score: 1 })];
    expect(calibrateOf({ samples, results: [toResult('a', 1)] }).calibration.retest).toBeNull();
    const results = [toResult('a', 1), toResult('a', null, { repeat: 1 })];
    expect(calibrateOf({ samples, results, repeat: 2 }).calibration.retest?.changed).toEqual({
      value: null,
      low: null,
      high: null,
      n: 0,
      why: 'no sample was graded twice',
    });
  });

  it('compares it with constant judges and with the previous certificate', () => {
    const scores = [2, 2, 3, -1, -3];
    const samples = scores.map((score, place) => toSample(`s${place}`, { score }));
    const results = samples.map(({ sample }) => toResult(sample.id, 2));
    const metrics = { tnr: { value: 0.5, low: 0.2, high: 0.8, n: 10 }, other: { value: 1, n: 1 } };
    const previous: Certificate = {
      ...{ target: { id: 'small', provider: 'openai', settingsHash: 's' }, state: 'trusted' as const, reasons: [] },
      ...{ split: 'test' as const, looks: 1, at: '2026-01-02T03:04:05Z', deckHash: 'd', samplesHash: 'h', sources: [] },
      ...{ pass: 1, n: 10, graded: 10, thresholds: {}, metrics },
    };
    const { calibration } = calibrateOf({ samples, results, previous });
    expect(calibration.baselines).toMatchObject([
      // Three of five pass, and the middle one of 2, 2, 3 is 2.
      { kind: 'constant', name: 'always 2', metrics: { exact: { value: 0.4 }, tpr: { value: 1 }, tnr: { value: 0 } } },
      { kind: 'majority', name: 'always 2' },
      { kind: 'previous', name: 'certificate of 2026-01-02 (test)', at: previous.at },
    ]);
    expect(calibration.baselines[2]?.metrics).toEqual({ tnr: metrics.tnr });
  });

  it('refuses a score that the deck does not have, by the name of the sample', () => {
    const input = { samples: [toSample('a', { score: 1 })], results: [toResult('a', 7)] };
    expect(() => calibrateOf(input)).toThrow('the score 7 of the verdict on sample "a" is outside the scale -3…3');
  });
});
