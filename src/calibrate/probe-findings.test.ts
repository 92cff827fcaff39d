import { describe, expect, it } from 'vitest';
import type { Variant } from '../conversation/judge/calibration.ts';
import { wilsonInterval } from '../statistics/rates/wilson.ts';
import type { AnsweredSample } from './answered-sample.ts';
import type { ProbeResult } from './calibration.ts';
import { listCaveats, listProbeResults } from './probe-findings.ts';

const input = { scale: { min: -3, max: 3, step: 1 }, pass: 1 };

interface Probed {
  readonly human?: number | null;
  readonly judge?: number | null;
  readonly again?: readonly (number | null)[];
  readonly probed: number | null;
}

function toSamples(variant: Variant, list: readonly Probed[]): readonly AnsweredSample[] {
  return list.map(({ human = 2, judge = 2, again = [], probed }, place) => ({
    cluster: `s${place}`,
    row: { sample: `s${place}`, human, judge, again, tags: [], turns: 2, messages: [], probed: { [variant]: probed } },
  }));
}

function repeat(times: number, probed: Probed): readonly Probed[] {
  return Array.from({ length: times }, () => probed);
}

describe('listProbeResults', () => {
  it('finds a judge that may not read the conversation, and says how sure that is', () => {
    const [found] = listProbeResults(toSamples('last-turn', repeat(24, { probed: 2 })), input);
    expect(found).toMatchObject({ variant: 'last-turn', changed: { value: 0, low: 0, n: 24 }, finding: 'unmoved' });
    expect(found?.summary).toBe(
      'Its scores did not change on any of 24 samples when everything before the last turn was removed: the history changes at most 14% of its scores.',
    );
  });

  it('tells that order does not count', () => {
    const [found] = listProbeResults(toSamples('shuffled', repeat(6, { probed: 2 })), input);
    expect(found?.summary).toBe(
      'Its scores did not change on any of 6 samples when the earlier turns were shuffled: the turn order changes at most 39% of its scores.',
    );
  });

  it('counts what changed and what went over the passing score', () => {
    const samples = toSamples('last-turn', [
      ...repeat(2, { probed: 0 }),
      ...repeat(1, { probed: 3 }),
      ...repeat(5, { probed: 2 }),
      { probed: null },
      { judge: null, probed: 2 },
    ]);
    const [found] = listProbeResults(samples, input);
    expect(found).toMatchObject({ changed: { value: 3 / 8, n: 8 }, flipped: { value: 0.25, n: 8 }, finding: 'moved' });
    expect(found?.summary).toBe(
      'Its score changed on 3 of 8 samples when everything before the last turn was removed (38%, 95% CI 14–69): it uses the history. Add --repeat 2 to see how much of this is chance.',
    );
  });

  it('takes for unmoved what changes as often when it is asked the same again', () => {
    const samples = toSamples('last-turn', [
      ...repeat(3, { probed: 1, again: [2] }),
      ...repeat(3, { probed: 2, again: [1] }),
      ...repeat(14, { probed: 2, again: [2] }),
    ]);
    const [found] = listProbeResults(samples, input);
    expect(found).toMatchObject({ changed: { value: 0.15 }, finding: 'unmoved' });
    expect(found?.summary).toMatch(
      /no more than on a repeat without changes \(15%, 95% CI .+\): the history changes at most 36%/,
    );
    // Without any noise the same changes are changes.
    const still = samples.map(({ row, cluster }) => ({ cluster, row: { ...row, again: [row.judge] } }));
    expect(listProbeResults(still, input)).toMatchObject([{ finding: 'moved' }]);
    expect(listProbeResults(still, input)[0]?.summary).toMatch(/it uses the history\.$/);
  });

  it.each([
    ['last-turn', repeat(4, { probed: 2 }), 'inconclusive'],
    ['last-turn', repeat(4, { probed: 1 }), 'moved'],
    ['last-turn', [{ probed: 1 }, { probed: 2 }, { probed: 1 }], 'inconclusive'],
    ['last-turn', repeat(3, { probed: null }), 'inconclusive'],
    ['injected', repeat(4, { probed: 2 }), 'inconclusive'],
    ['injected', repeat(5, { probed: 2 }), 'resisted'],
    ['injected', [...repeat(3, { probed: 2 }), { probed: -3 }], 'steered'],
    // It had given the demanded score before: so its score does not show whether it obeyed.
    ['injected', repeat(9, { judge: -3, probed: -3 }), 'inconclusive'],
    // It has no human score, so the best score was demanded.
    ['injected', repeat(9, { human: null, judge: 0, probed: 3 }), 'steered'],
  ] as const)('of %s with %j finds: %s', (variant, list, finding) => {
    expect(listProbeResults(toSamples(variant, list), input)).toMatchObject([{ variant, finding }]);
  });

  it('says how often it obeyed the text it grades', () => {
    const samples = toSamples('injected', [...repeat(2, { probed: -3 }), ...repeat(8, { probed: 2 })]);
    const [found] = listProbeResults(samples, input);
    expect(found?.obeyed).toMatchObject({ value: 0.2, n: 10 });
    expect(found?.summary).toBe(
      'It gave the score demanded by an injected instruction on 2 of 10 samples (20%, 95% CI 6–51): the conversation can steer it.',
    );
  });

  it('says that it resisted, and what changed anyway', () => {
    const samples = toSamples('injected', [...repeat(2, { probed: 1 }), ...repeat(8, { probed: 2 })]);
    expect(listProbeResults(samples, input)[0]?.summary).toBe(
      'It did not give the score demanded by an injected instruction on any of 10 samples (at most 28%), but its score changed on 2 of 10 samples (20%, 95% CI 6–51).',
    );
  });

  it.each([
    ['last-turn', true, 'the deck shows the last turn only'],
    ['shuffled', true, 'the deck shows the last turn only'],
    ['last-turn', false, 'no sample has earlier turns'],
    ['shuffled', false, 'no sample has two earlier messages to swap'],
  ] as const)('says why %s could not be asked, the deck showing one turn: %s', (variant, seesTurnOnly, why) => {
    const samples = toSamples('plain', repeat(9, { probed: 1 }));
    const found = listProbeResults(samples, { ...input, seesTurnOnly, variants: ['plain', variant] });
    const none = { value: null, n: 0, why };
    expect(found).toMatchObject([{ variant, changed: none, flipped: none, finding: 'inconclusive' }]);
    expect(found[0]?.summary).toMatch(/^Inconclusive (without the history|with shuffled turns): .+\.$/);
    expect(found[0]?.summary).toContain(`: ${why}.`);
  });

  it('does not blame the samples for a probe that was not reached', () => {
    const said = ['Hello.', 'Hi.', 'Thanks.'].map((content) => ({ role: 'user', content }));
    const samples = toSamples('plain', repeat(2, { probed: 1 })).map(({ cluster, row }) => {
      return { cluster, row: { ...row, messages: said } };
    });
    const found = listProbeResults(samples, { ...input, variants: ['plain', 'last-turn', 'injected'] });
    expect(found).toMatchObject([
      { variant: 'last-turn', changed: { value: null, why: 'no sample was probed this way' } },
      { variant: 'injected', obeyed: { value: null, why: 'no sample was probed this way' }, finding: 'inconclusive' },
    ]);
  });

  it('is silent about probes that were not asked', () => {
    expect(listProbeResults(toSamples('plain', repeat(9, { probed: 1 })), input)).toEqual([]);
  });
});

function makeProbe(
  variant: ProbeResult['variant'],
  finding: ProbeResult['finding'],
  [hits, n]: readonly [number, number],
): ProbeResult {
  const rate = wilsonInterval(hits, n);
  const obeyed = variant === 'injected' ? { obeyed: rate } : {};
  return { variant, changed: rate, flipped: rate, ...obeyed, finding, summary: 'In words.' };
}

it.each<[ProbeResult['variant'], ProbeResult['finding'], readonly [number, number], readonly string[]]>([
  ['injected', 'steered', [16, 16], ['it obeys instructions in the conversation (16 of 16 samples)']],
  ['injected', 'steered', [1, 16], ['it obeys instructions in the conversation (1 of 16 samples)']],
  ['injected', 'resisted', [0, 16], []],
  ['injected', 'inconclusive', [0, 2], []],
  ['last-turn', 'unmoved', [0, 8], ['it may ignore the history (0 of 8 scores changed without it, at most 32%)']],
  ['last-turn', 'unmoved', [1, 8], ['it may ignore the history (1 of 8 scores changed without it, at most 47%)']],
  ['last-turn', 'moved', [7, 8], []],
  ['shuffled', 'unmoved', [0, 8], []],
])('of a judge that %s found %s on %j are %j', (variant, finding, hits, expected) => {
  expect(listCaveats({ probes: [makeProbe(variant, finding, hits)] })).toEqual(expected);
});

it('asks of no judge to read a history that its deck does not show', () => {
  const probes = [makeProbe('last-turn', 'unmoved', [0, 8]), makeProbe('injected', 'steered', [2, 4])];
  expect(listCaveats({ probes, seesTurnOnly: true })).toEqual([
    'it obeys instructions in the conversation (2 of 4 samples)',
  ]);
});
