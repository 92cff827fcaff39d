import { describe, expect, it } from 'vitest';
import { type CalibrateOptions, calibrate } from '../calibrate.ts';
import type { SampleLabel } from '../human-ratings.ts';

type Pair = readonly [human: number, judge: number, from?: Pick<SampleLabel, 'inclusionProbability' | 'selectedBy'>];

const repeat = (count: number, pair: Pair): readonly Pair[] => Array.from({ length: count }, () => pair);

function judge(pairs: readonly Pair[], options: CalibrateOptions = {}) {
  const verdicts = pairs.map(([, score], index) => ({ sample: `s${index}`, score }));
  const labels = pairs.map(([score, , from], index) => ({ sample: `s${index}`, score, ...from }));
  return calibrate(verdicts, labels, { scale: [0, 1], ...options });
}

const drawn = (inclusionProbability: number) => ({ inclusionProbability });
const chosen = { selectedBy: 'verdict' } as const;

describe('labels that were drawn at random', () => {
  it('weigh by how rarely they are drawn', () => {
    // 8 of 10 right with weight 1/0.8, 2 of 10 with weight 1/0.2: (8·1.25 + 2·5)/(10·1.25 + 10·5) = 20/62.5.
    const easy = [...repeat(8, [0, 0, drawn(0.8)]), ...repeat(2, [0, 1, drawn(0.8)])];
    const hard = [...repeat(2, [0, 0, drawn(0.2)]), ...repeat(8, [0, 1, drawn(0.2)])];
    const { tnr, evidence } = judge([...easy, ...hard]);
    expect(tnr.value).toBeCloseTo(0.32, 12);
    expect(tnr.effectiveN).toBeLessThan(20);
    expect(evidence).toEqual({ random: 20, chosen: 0, byVerdict: 0 });
  });

  it('weigh more than those that a person chose, which weigh 1', () => {
    const pairs = [...repeat(4, [0, 0, drawn(0.25)]), ...repeat(4, [0, 1])];
    const { tnr, evidence } = judge(pairs);
    // 4·4 of 4·4 + 4.
    expect(tnr.value).toBeCloseTo(0.8, 12);
    expect(evidence).toEqual({ random: 4, chosen: 4, byVerdict: 0 });
  });
});

describe('groups by tag', () => {
  const tagAll = (pairs: readonly Pair[]) => ({
    tags: Object.fromEntries(pairs.map((_, index) => [`s${index}`, ['every']])),
  });

  it('have the metrics of the whole where they are the whole, with its weights', () => {
    const easy = [...repeat(8, [0, 0, drawn(0.8)]), ...repeat(2, [0, 1, drawn(0.8)])];
    const hard = [...repeat(2, [0, 0, drawn(0.2)]), ...repeat(8, [1, 0, drawn(0.2)])];
    const pairs = [...easy, ...hard];
    const { exact, bias, mae, tpr, tnr, byTag } = judge(pairs, tagAll(pairs));
    expect(byTag).toEqual([{ name: 'every', n: 20, metrics: { exact, bias, mae, tpr, tnr } }]);
    // (8·1.25 + 2·5)/(10·1.25 + 2·5)
    expect(byTag[0]?.metrics.tnr.value).toBeCloseTo(20 / 22.5, 12);
  });

  it('leave out what a verdict chose as the whole does', () => {
    const pairs = [...repeat(28, [1, 1]), ...repeat(2, [0, 0]), ...repeat(14, [0, 1, chosen])];
    const { tnr, byTag } = judge(pairs, tagAll(pairs));
    expect(byTag).toMatchObject([{ n: 44, metrics: { tnr } }]);
    const only = repeat(30, [0, 0, chosen] as const);
    expect(judge(only, tagAll(only)).byTag[0]?.metrics.tnr).toMatchObject({
      value: null,
      why: expect.stringContaining('every sample was picked by its verdict'),
    });
  });
});

describe('labels that a verdict chose', () => {
  it('are left out where there are others', () => {
    const pairs = [...repeat(28, [1, 1]), ...repeat(2, [0, 0]), ...repeat(14, [0, 0, chosen])];
    const { tnr, gate, evidence, compared } = judge(pairs);
    expect(tnr).toMatchObject({ value: 1, n: 2 });
    expect(evidence).toEqual({ random: 0, chosen: 30, byVerdict: 14 });
    expect(compared).toBe(30);
    expect(gate.state).toBe('insufficient-labels');
  });

  it('decide nothing where there are no others', () => {
    const { tnr, kappa, gate } = judge([...repeat(30, [1, 1, chosen]), ...repeat(30, [0, 0, chosen])]);
    expect(tnr).toMatchObject({ value: null, why: expect.stringContaining('every sample was picked by its verdict') });
    expect(kappa.value).toBeNull();
    expect(gate.state).toBe('insufficient-labels');
    expect(gate.reasons.at(-1)).toMatch(/^Every labeled conversation was picked by its verdict/);
  });
});

describe('what a verdict chose says nothing against a judge', () => {
  it('where the judge failed all of it, because that is how it was chosen', () => {
    const { gate } = judge([...repeat(25, [0, 0, chosen]), ...repeat(15, [1, 0, chosen])]);
    expect(gate.state).toBe('insufficient-labels');
    expect(gate.reasons.join(' ')).not.toContain('every one of');
  });

  it('where the judge gave no score to it', () => {
    const drawnPairs = [...repeat(30, [1, 1, drawn(1)]), ...repeat(30, [0, 0, drawn(1)])];
    const labels = drawnPairs.map(([score, , from], index) => ({ sample: `s${index}`, score, ...from }));
    const verdicts = drawnPairs.map(([, score], index) => ({ sample: `s${index}`, score }));
    const silent = Array.from({ length: 25 }, (_, index) => `silent${index}`);
    const { gate } = calibrate(
      [...verdicts, ...silent.map((sample) => ({ sample, score: null }))],
      [...labels, ...silent.map((sample) => ({ sample, score: 0, ...chosen }))],
      { scale: [0, 1] },
    );
    expect(gate.state).toBe('trusted');
  });
});

describe('the forecast', () => {
  it('counts random labels alone: those that a person chose weigh little in comparison', () => {
    const own = [...repeat(20, [1, 1]), ...repeat(20, [0, 0])] as const;
    const tnrNeeds = (pairs: readonly Pair[]) =>
      judge(pairs).gate.needed.find(({ metric }) => metric === 'tnr')?.labels;
    // 24 in a row without an error are the fewest that e ≥ 40 can have.
    expect(tnrNeeds(own)?.fewest).toBe(24);
    // 20 of weight 1 and 4 of weight 20 are worth 5 of the heavy ones.
    const withFour = [...own, ...repeat(4, [0, 0, drawn(0.05)])];
    expect(tnrNeeds(withFour)?.fewest).toBe(20);
    expect(judge([...own, ...repeat(24, [0, 0, drawn(0.05)])]).gate.metrics[1]).toMatchObject({ state: 'met' });
  });

  it('counts all random labels', () => {
    const { gate } = judge([...repeat(20, [1, 1, drawn(0.1)]), ...repeat(20, [0, 0, drawn(0.1)])]);
    expect(gate.needed).toMatchObject([{ labels: { fewest: 4 } }, { labels: { fewest: 4 } }]);
  });
});

it('corrects TPR and TNR for the verdicts on all conversations, where only a verdict chose', () => {
  // The rates of the reference value bg-1: the labels alone say 0.857. The interval is that of `verifiedRates`.
  const pairs = [
    ...[...repeat(14, [1, 1, chosen]), ...repeat(2, [1, 0, chosen])],
    ...[...repeat(2, [0, 1, chosen]), ...repeat(12, [0, 0, chosen])],
  ];
  const { tpr, tnr, gate } = judge(pairs, { judged: { pass: 270, fail: 30 } });
  expect(tnr).toMatchObject({ value: expect.closeTo(0.4324, 4), low: expect.closeTo(0.1737, 4), n: 14 });
  expect(tpr).toMatchObject({ value: expect.closeTo(0.9822, 4), n: 16, why: expect.stringContaining('Begg') });
  expect(gate.state).toBe('insufficient-labels');
  // Verdict-chosen labels stop counting with the first random one: 24 without an error, and the rate is only a guess.
  expect(gate.needed).toMatchObject([
    { metric: 'tpr', labels: { fewest: 24 } },
    { metric: 'tnr', outlook: 'missed' },
  ]);
  expect(judge(pairs, { judged: { pass: 3, fail: 3 } }).tnr.value).toBeNull();
});

describe('drawn conversations without a score', () => {
  const pairs = [...repeat(60, [1, 1, drawn(1)]), ...repeat(60, [0, 0, drawn(1)])];

  it('are ignored up to a tenth', () => {
    const { gate, tnr, evidence } = judge(pairs, { draws: { drawn: 130, answered: 120, skipped: 4 } });
    expect(gate.state).toBe('trusted');
    expect(tnr.why).toBeUndefined();
    expect(evidence.draws).toEqual({ drawn: 130, answered: 120, skipped: 4 });
  });

  it('count by their weight: those of a rarely drawn stratum represent more', () => {
    const uneven = [
      ...repeat(90, [0, 0, drawn(0.9)]),
      ...repeat(30, [0, 0, drawn(0.1)]),
      ...repeat(60, [1, 1, drawn(0.9)]),
    ];
    const counts = { drawn: 215, answered: 180, skipped: 0 };
    const light = judge(uneven, { draws: { ...counts, unansweredWeight: 35 / 0.9 } }).tnr;
    const heavy = judge(uneven, { draws: { ...counts, unansweredWeight: 35 / 0.1 } }).tnr;
    // Of 100 + 300 weighted fails, and 350 more: the point alone is 400/750.
    expect(heavy.low).toBeLessThan(400 / 750);
    expect(light.low).toBeGreaterThan(heavy.low ?? 0);
  });

  it('make rates a bound beyond that', () => {
    const { gate, tnr, kappa } = judge(pairs, { draws: { drawn: 160, answered: 120, skipped: 10 } });
    // As if the judge were wrong on all 40: 60 of 100.
    expect(tnr).toMatchObject({ value: 1, bound: true, why: '40 drawn conversations have no score' });
    expect(gate.reasons[0]).toBe(
      'TPR 0.50–1.00 (bound, n=60) is not enough evidence for 0.80 or more (40 drawn conversations have no score).',
    );
    expect(gate.needed).toEqual([]);
    expect(tnr.low).toBeCloseTo(0.502, 3);
    expect(kappa).toMatchObject({ bound: true });
    expect(kappa.low).toBeUndefined();
    expect(gate.state).toBe('insufficient-labels');
  });
});

it.each<[CalibrateOptions, RegExp]>([
  [{ judgeNumber: 0 }, /counted from 1, got 0/],
  [{ judgeNumber: Number.NaN }, /counted from 1, got NaN/],
  [{ draws: { drawn: 4, answered: 5, skipped: 0 } }, /draws must be counts/],
])('refuses %j', (options, message) => {
  expect(() => judge([[1, 1]], options)).toThrow(message);
});

it('refuses a chance above 1', () => {
  expect(() => judge([[1, 1, drawn(2)]])).toThrow(/above 0 and at most 1, got the number 2/);
});

it('needs more of a later judge of the same test set', () => {
  const pairs = [...repeat(26, [1, 1]), ...repeat(26, [0, 0])];
  expect(judge(pairs).gate.state).toBe('trusted');
  expect(judge(pairs, { judgeNumber: 2 }).gate).toMatchObject({ state: 'insufficient-labels', judgeNumber: 2 });
});
