import { expect, it } from 'vitest';
import type { LabeledRate } from '../../calibrate/labeled-pass-rate.ts';
import type { JudgeMetrics, RunMetrics } from '../run-metrics.ts';
import {
  listAssumptions,
  renderCertificate,
  renderJudgedRates,
  renderLabeledRate,
  renderTransport,
} from './judged-rates.ts';

const bot = { target: 'bot', send: 'question', play: 'reply' } as const;
const judge: JudgeMetrics = {
  variant: bot,
  ...{ deck: 'tone.deck.md', target: 'gpt', pass: 1, certificateStatus: 'current', changed: [] },
  ...{ state: 'trusted', split: 'test', labels: 120, at: '2026-11-16T06:14:02.000Z' },
  raw: { value: 0.78, low: 0.701, high: 0.842, n: 130 },
  corrected: { value: 0.712, low: 0.58, high: 0.839, n: 130 },
};

function render(judges: readonly JudgeMetrics[], variants: readonly object[] = [bot]): readonly string[] {
  // Only the names of the variants are read.
  return renderJudgedRates({ judges, variants } as unknown as RunMetrics);
}

it('has the raw and the corrected rate of a certified judge on one line', () => {
  expect(render([judge])).toEqual([
    'Judge tone.deck.md (target gpt): raw pass rate 78% (95% CI 70–84, n=130), corrected 71% (95% CI 58–84, n=130). Certificate: trusted, test, 120 samples, 2026-11-16.',
  ]);
});

it('corrects no rate of fewer than five verdicts, and counts them in a mix', () => {
  const few = { ...judge, raw: { ...judge.raw, value: 0.5, n: 2 }, corrected: { ...judge.corrected, value: 1, n: 2 } };
  expect(render([few])[0]).toContain('raw pass rate 1/2, not corrected: fewer than 5 verdicts.');
  const two = { by: 'turns', name: '2', certificate: 0.15, run: 1, matched: true } as const;
  expect(renderTransport({ ...few, mixShift: { differences: [two] } })[0]).toContain('(2 user turns: 2/2 vs. 15%)');
});

it('says what a corrected rate assumes', () => {
  const assumption = 'the same error rates as on the calibration samples';
  expect(render([{ ...judge, assumption }])[0]).toContain(`n=130), assuming ${assumption}. Certificate: trusted, `);
  expect(listAssumptions([judge, { ...judge, assumption }, { ...judge, assumption }])).toEqual([
    `A corrected rate assumes ${assumption}.`,
  ]);
});

it('warns with both numbers when the run is unlike the samples', () => {
  const hard = { by: 'tag', name: 'hard', certificate: 0.5, run: 0.9, matched: true } as const;
  const legal = { by: 'tag', name: 'legal', certificate: 0, run: 0.12, matched: false } as const;
  const long = { by: 'turns', name: '9+', certificate: 0, run: 0.2, matched: false } as const;
  const tnr = { certificate: 0.75, run: 0.59, n: 58 };
  expect(renderTransport({ ...judge, mixShift: { differences: [hard, legal], tnr } })).toEqual([
    "This run's mix differs from the calibration samples (tag hard: 90% vs. 50%). Reweighted to this run, TNR is 0.59 instead of 0.75.",
    'No calibration sample has the tag legal, 12% of this run.',
  ]);
  const turns = [
    { by: 'turns', name: '3–4', certificate: 0.74, run: 0, matched: true },
    { by: 'turns', name: '1', certificate: 0.15, run: 0.8, matched: true },
  ] as const;
  expect(renderTransport({ ...judge, mixShift: { differences: turns, tnr } })).toEqual([
    "This run's mix differs from the calibration samples (3–4 user turns: 0% vs. 74%, 1 user turn: 80% vs. 15%). Reweighted to this run, TNR is 0.59 instead of 0.75.",
  ]);
  // Tags that have nothing in common are other words, not another mix.
  expect(renderTransport({ ...judge, mixShift: { differences: [legal, long] } })).toEqual([
    'No calibration sample has 9+ user turns, 20% of this run.',
  ]);
  expect(
    renderTransport({ ...judge, mixShift: { differences: [hard], why: 'the samples cannot be weighted' } }),
  ).toEqual([
    "This run's mix differs from the calibration samples (tag hard: 90% vs. 50%). Not reweighted: the samples cannot be weighted.",
  ]);
  expect(render([{ ...judge, mixShift: { differences: [hard], tnr } }])[1]).toMatch(
    /^Warning: This run's mix differs /,
  );
});

it('names the variant where there are several', () => {
  expect(render([judge], [bot, { ...bot, target: 'other' }])[0]).toMatch(
    /^Judge tone\.deck\.md \(target gpt\) on bot: /,
  );
});

it('says why a rate is not corrected, and nothing of judges without a certificate', () => {
  const corrected = { value: null, low: null, high: null, n: 130, why: 'the certificate is stale: deck changed' };
  expect(render([{ ...judge, certificateStatus: 'stale', changed: ['deck'], corrected }])).toEqual([
    'Judge tone.deck.md (target gpt): raw pass rate 78% (95% CI 70–84, n=130), not corrected: the certificate is stale: deck changed.',
  ]);
  expect(render([{ ...judge, certificateStatus: 'missing' }])).toEqual([]);
});

const labeled: LabeledRate = {
  ...{ question: 'tone.deck.md', value: 0.816, low: 0.738, high: 0.879, n: 40, method: 'ppi' },
  ...{ drawn: 40, answered: 40, passes: 33, judgeOnly: 460, chosen: 0, leftOut: 0, effectiveN: 108, lambda: 0.7 },
  more: { labels: 40, halfWidth: 0.0706, halfWidthAfter: 0.0512 },
};

it('has the human pass rate next to the others, even for a judge without a certificate', () => {
  expect(render([{ ...judge, labeled }])[0]).toMatch(
    /2026-11-16\. Human pass rate: 82% \(95% CI 74–88, 40 random labels \+ judge on 460\). 40 more labels: ±7 → ±5 pp\.$/,
  );
  expect(render([{ ...judge, certificateStatus: 'missing', labeled }])).toHaveLength(1);
});

const { more: _, ...last } = labeled;

it.each<[string, LabeledRate, string]>([
  [
    'labels alone',
    { ...labeled, method: 'labels-only', n: 20, drawn: 21, answered: 20, chosen: 3, why: 'fewer than 40 labels' },
    '82% (95% CI 74–88, 20 random labels alone: fewer than 40 labels, 20 of 21 answered). 40 more labels: ±7 → ±5 pp. 3 labels outside the draw are excluded.',
  ],
  [
    'a bound',
    { ...last, method: 'bound', value: null, n: 31, answered: 31 },
    'between 74% and 88% (31 of 40 answered, range: the rest counted as all fails or all passes).',
  ],
  [
    'a fraction below five labels',
    { ...last, method: 'labels-only', n: 4, drawn: 4, answered: 4, passes: 3 },
    '3/4 (4 random labels alone).',
  ],
  [
    'no random label',
    {
      ...last,
      value: null,
      low: null,
      high: null,
      n: 0,
      why: 'none of the labeled conversations was drawn at random',
      chosen: 2,
    },
    'unknown (none of the labeled conversations was drawn at random). 2 labels outside the draw are excluded.',
  ],
  [
    'half-widths that round to the same number',
    { ...labeled, more: { labels: 3, halfWidth: 0.0521, halfWidthAfter: 0.0498 } },
    '82% (95% CI 74–88, 40 random labels + judge on 460). 3 more labels: ±5.2 → ±5.0 pp.',
  ],
])('tells %s', (_name, rate, expected) => {
  expect(renderLabeledRate(rate)).toBe(expected);
});

it('shows nothing that could move the cursor', () => {
  expect(render([{ ...judge, deck: '\u001b[2Jx.deck.md', caveats: ['it \u001b[2J'] }])[0]).not.toContain('\u001b');
});

it.each([
  [judge, 'trusted, test, 120 samples, 2026-11-16'],
  [
    { ...judge, certificateStatus: 'stale' as const, changed: ['deck', 'model'] },
    'stale: deck and model changed, test, 120 samples, 2026-11-16',
  ],
  [{ ...judge, state: 'not-trusted' as const }, 'not trusted, test, 120 samples, 2026-11-16'],
  [{ ...judge, state: 'insufficient-labels' as const }, 'not enough labels, test, 120 samples, 2026-11-16'],
  [{ ...judge, certificateStatus: 'missing' as const }, 'no certificate'],
  [
    { ...judge, caveats: ['it obeys instructions in the conversation (16 of 16)'] },
    'trusted, test, 120 samples, 2026-11-16, but it obeys instructions in the conversation (16 of 16)',
  ],
])('tells a certificate in a few words: %#', (metrics, expected) => {
  expect(renderCertificate(metrics)).toBe(expected);
});
