import { describe, expect, it } from 'vitest';
import { makeCertificate, makeJudge, makeRate, makeUncertified } from '../../../test/support/made-certificate.ts';
import { clusteredRateInterval } from '../../statistics/rates/clustered-rate.ts';
import { wilsonInterval } from '../../statistics/rates/wilson.ts';
import { correctPassRate } from './corrected-pass-rate.ts';

describe('correctPassRate', () => {
  it('estimates what people would have passed from what the judge passed', () => {
    // 400 of 1,000 passed by a judge of tpr 180/200 = 0.9 and tnr 140/200 = 0.7:
    // (0.4 + 0.7 − 1) / (0.9 + 0.7 − 1) = 0.1 / 0.6; the interval is the example of `correctedRate`.
    const { value, low, high, n } = correctPassRate({ raw: wilsonInterval(400, 1_000), pass: 1 }, makeJudge());
    expect(value).toBeCloseTo(0.1 / 0.6, 12);
    expect([low?.toFixed(3), high?.toFixed(3), n]).toEqual(['0.056', '0.263', 1_000]);
  });

  it('leaves the rate of a judge without errors as it is', () => {
    const metrics = { tpr: makeRate(500, 500), tnr: makeRate(500, 500) };
    const judge = makeJudge({ certificate: makeCertificate({ metrics }) });
    const { value, low, high } = correctPassRate({ raw: wilsonInterval(78, 100), pass: 1 }, judge);
    expect(value).toBeCloseTo(0.78, 12);
    expect(low).toBeLessThan(0.72);
    expect(high).toBeGreaterThan(0.84);
  });

  it('has a wider interval where verdicts share conversations, on either side', () => {
    const alone = correctPassRate({ raw: wilsonInterval(60, 100), pass: 1 }, makeJudge());
    const shared = clusteredRateInterval(
      Array.from({ length: 20 }, (_, index) => ({ successes: index < 12 ? 5 : 0, trials: 5 })),
    );
    const clustered = correctPassRate({ raw: shared, pass: 1 }, makeJudge());
    const tnr = { ...makeRate(14, 20), n: 200 };
    const fewer = makeJudge({ certificate: makeCertificate({ metrics: { tpr: makeRate(180, 200), tnr } }) });
    const unsure = correctPassRate({ raw: wilsonInterval(60, 100), pass: 1 }, fewer);
    const widths = [alone, clustered, unsure].map(({ low, high }) => (high ?? 0) - (low ?? 0));
    expect([alone.value, clustered.value, unsure.value].map((value) => value?.toFixed(6))).toEqual(
      Array(3).fill('0.500000'),
    );
    expect(widths[1]).toBeGreaterThan(1.5 * (widths[0] ?? 0));
    expect(widths[2]).toBeGreaterThan(1.3 * (widths[0] ?? 0));
    expect(clustered.n).toBe(100);
  });

  const noTpr = makeCertificate({ metrics: { tnr: makeRate(1, 2) } });
  const oddTnr = makeCertificate({ metrics: { tpr: makeRate(1, 2), tnr: { value: 7, low: 6, high: 8, n: 3 } } });
  const chance = makeCertificate({ metrics: { tpr: makeRate(3, 10), tnr: makeRate(7, 10) } });
  const bound = makeCertificate({
    metrics: {
      tpr: makeRate(180, 200),
      tnr: { ...makeRate(60, 60), bound: true, why: '40 drawn conversations have no score' },
    },
  });
  const byVerdict = makeCertificate({ evidence: { random: 0, chosen: 0, byVerdict: 60 } });
  it.each([
    [
      'a rate is only a bound',
      makeJudge({ certificate: bound }),
      1,
      /only a bound for TNR: 40 drawn conversations have no/,
    ],
    [
      'a verdict chose every label',
      makeJudge({ certificate: byVerdict }),
      1,
      /every labeled conversation of the certificate was picked/,
    ],
    ['there is no certificate', undefined, 1, 'the judge has no certificate'],
    ['it is missing', makeUncertified(), 1, 'the judge has no certificate'],
    [
      'it is stale',
      makeJudge({ certificateStatus: 'stale', changed: ['deck', 'samples'] }),
      1,
      /stale: deck and samples/,
    ],
    ['another mark was taken', makeJudge(), 2, 'the certificate covers the passing score 1, not 2'],
    ['the grader says not', makeJudge(), null, /`not`/],
    ['a rate is missing', makeJudge({ certificate: noTpr }), 1, 'the certificate has no true positive rate'],
    ['a rate is none', makeJudge({ certificate: oddTnr }), 1, 'the certificate has no true negative rate'],
    ['it is no better than chance', makeJudge({ certificate: chance }), 1, /no better than chance/],
  ])('is null with the reason when %s', (_title, judge, pass, why) => {
    const corrected = correctPassRate({ raw: wilsonInterval(3, 4), pass }, judge);
    expect(corrected).toEqual({ value: null, low: null, high: null, n: 4, why: expect.stringMatching(why) });
  });

  it('is null when nothing was judged', () => {
    const raw = wilsonInterval(0, 0);
    expect(correctPassRate({ raw, pass: 1 }, makeJudge())).toMatchObject({ value: null, n: 0, why: 'no trials' });
  });
});
