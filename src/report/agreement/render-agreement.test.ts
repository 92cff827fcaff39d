import { describe, expect, it } from 'vitest';
import { measureAgreement } from '../../calibrate/agreement/agreement.ts';
import { runSelftest, type SelftestRow } from '../../calibrate/selftest/run-selftest.ts';
import { plainPalette } from '../palette.ts';
import { renderAgreement, toAgreementSentence } from './render-agreement.ts';
import { renderSelftest } from './render-selftest.ts';

const style = { palette: plainPalette, title: 'r.csv', width: Number.POSITIVE_INFINITY, next: ['Next.'] };

/** Two raters of `units` units. They differ on the units that `isOff` selects. */
function rate(units: number, isOff: (unit: number) => boolean) {
  return measureAgreement(
    Array.from({ length: units }, (_, unit) => [
      { unit: `u${unit}`, rater: 'ann', score: unit % 2 },
      { unit: `u${unit}`, rater: 'ben', score: isOff(unit) ? 1 - (unit % 2) : unit % 2 },
    ]).flat(),
    { resamples: 200 },
  );
}

/** The titles of the rows of metrics. */
function titlesOf(text: string): readonly string[] {
  const [, , table = ''] = text.split(/(?<= {2}value)\n|\n\n/);
  return table.split('\n').flatMap((line) => /^\S.*?(?= {2})/.exec(line)?.[0] ?? []);
}

describe('renderAgreement', () => {
  it('says the reason where a metric is undefined', () => {
    const found = measureAgreement([{ unit: 'a', rater: 'ann', score: 1 }]);
    const text = renderAgreement(found, style);
    expect(text).toContain(
      'r.csv: 1 unit, 1 rater, 1 rating.\nInter-rater agreement is undefined: no unit has two ratings.\n',
    );
    expect(text).toMatch(/^Cohen κ +– \(n=0\) +chance-corrected/m);
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Gwet AC2: undefined: no unit has two ratings.');
  });

  it('lists no pairs for two raters, and ends with what to type', () => {
    const text = renderAgreement(
      rate(20, (unit) => unit < 4),
      { ...style, note: 'Note.' },
    );
    expect(text).not.toContain('worst pair');
    expect(text.endsWith('\nNote.\n\nNext.\n')).toBe(true);
  });

  it.each([40, 60, 80, Number.POSITIVE_INFINITY])('breaks what is long, and cuts nothing, at width %d', (width) => {
    const text = renderAgreement(
      rate(20, (unit) => unit < 4),
      { ...style, width, everyMetric: true },
    );
    const widest = Math.max(...text.split('\n').map((line) => line.length));
    // A metric with its interval, and next to it at least 24 characters of its description.
    expect(widest).toBeLessThanOrEqual(Math.max(Math.min(width, 80), 18 + 29 + 26));
    expect(text).not.toContain('…');
  });

  it('prints the usual metrics, and all of them with `everyMetric`', () => {
    const found = rate(20, (unit) => unit < 4);
    const few = renderAgreement(found, style);
    expect(titlesOf(few)).toEqual(['Exact agreement', 'Cohen κ', 'Quadratic κ', 'Ordinal α', 'Gwet AC2']);
    expect(few).toMatch(/^Exact agreement +0\.80 \(95% CI 0\.58–0\.92, n=20\) +not corrected for chance$/m);
    expect(titlesOf(renderAgreement(found, { ...style, everyMetric: true }))).toHaveLength(13);
  });

  it('prints Fleiss κ of more than two raters, and what names allow of names', () => {
    const scores = ['yes', 'no', 'yes', 'no', 'no', 'yes'];
    const ratings = scores.flatMap((score, unit) =>
      ['ann', 'ben', 'cleo'].map((rater, place) => ({ unit: `u${unit}`, rater, score: unit === place ? 'no' : score })),
    );
    const text = renderAgreement(measureAgreement(ratings, { resamples: 50 }), style);
    expect(titlesOf(text)).toEqual(['Exact agreement', 'Fleiss κ', 'Nominal α', 'Gwet AC1']);
  });

  it('says once why metrics have no interval', () => {
    const text = renderAgreement(
      rate(4, (unit) => unit === 0),
      style,
    );
    expect(text).toContain('Cohen κ, Quadratic κ, Ordinal α, Gwet AC2: no interval: fewer than five\nconversations.\n');
  });

  it('lists ten pairs and counts the rest', () => {
    const raters = ['a', 'b', 'c', 'd', 'e', 'f'];
    const ratings = [0, 1, 2, 3].flatMap((unit) =>
      raters.map((rater, place) => ({ unit: `u${unit}`, rater, score: (unit * place) % 3 })),
    );
    expect(renderAgreement(measureAgreement(ratings, { resamples: 20 }), style)).toContain('… 5 more pairs: --json');
  });
});

describe('toAgreementSentence', () => {
  it.each([
    ['Inter-rater agreement is reliable', rate(400, (unit) => unit % 50 === 0)],
    ['Inter-rater agreement is tentative', rate(400, (unit) => unit % 9 === 0)],
    ['Inter-rater agreement is too low', rate(400, (unit) => unit % 3 === 0)],
    ['tentative at best', rate(1000, (unit) => unit % 6 === 0)],
    ['Inter-rater agreement is inconclusive', rate(20, (unit) => unit % 8 === 0)],
    ['is inconclusive: ordinal α is 0.44 (n=3).', rate(3, (unit) => unit === 0)],
    ['is inconclusive: ordinal α is 1.00 (95% CI 0.', rate(9, () => false)],
    ['is inconclusive: ordinal α is 1.00 (95% CI 0.', rate(12, () => false)],
    ['is reliable: ordinal α is 1.00 (95% CI 0.', rate(100, () => false)],
  ])('says %j', (words, found) => {
    expect(toAgreementSentence(found)).toContain(words);
  });
});

describe('renderSelftest', () => {
  const row: SelftestRow = {
    ...{ id: 'x', source: 'Cohen 1960', isPublished: true, metric: 'cohenKappa', published: 0.4, tolerance: 0.0005 },
    ...{ ours: 0.40001, ok: true },
  };

  it('shows published values next to ours', () => {
    expect(renderSelftest([{ ...row, source: 'a sum', isPublished: false }, row])).toBe(
      [
        '    metric   expected    ours  may be off by',
        '',
        'Cohen 1960',
        'ok  Cohen κ       0.4  0.4000         0.0005',
        '',
        'a sum (computed by us)',
        'ok  Cohen κ       0.4  0.4000         0.0005',
        '',
        'All 1 published values are reproduced. So are 1 that we computed from the formulas.',
        '',
      ].join('\n'),
    );
  });

  it('marks what is off', () => {
    const text = renderSelftest([row, { ...row, ours: null, ok: false }]);
    expect(text).toMatch(/^OFF {2}Cohen κ +0\.4 {2}undefined/m);
    expect(text).toContain('1 of 2 values is off.');
  });

  it('has a title for every metric, and lines of at most 100 characters', () => {
    const text = renderSelftest(runSelftest());
    expect(text).not.toMatch(/^(?:ok|OFF) +\w*_/m);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });
});
