import { describe, expect, it } from 'vitest';
import { selectiveThreshold } from './selective-threshold.ts';

describe('selectiveThreshold', () => {
  const levels = { risk: 0.5, delta: 0.3, fewestLabels: 2 };

  it('goes down as long as the bound allows', () => {
    const result = selectiveThreshold({ confidence: [0.4, 0.9, 0.8], agrees: [0, 1, 1], ...levels });
    // Two without an error: 1 − √0.3 = 0.452. Three with one: above 0.5.
    expect(result).toMatchObject({ threshold: 0.8, kept: 2, errors: 0, coverage: 2 / 3 });
    expect(result.upperBound).toBeCloseTo(1 - Math.sqrt(0.3), 14);
  });

  it('does not skip a threshold that fails, even if a lower one would qualify', () => {
    const agrees = [false, ...Array.from({ length: 99 }, () => true)];
    const confidence = agrees.map((_, i) => 1 - i / 100);
    const result = selectiveThreshold({ confidence, agrees, risk: 0.1, delta: 0.1, fewestLabels: 10 });
    expect(result).toMatchObject({ threshold: null, kept: 0, errors: 0, upperBound: null, coverage: 0 });
    expect(result.why).toMatch(/first threshold/);
    const later = selectiveThreshold({ confidence, agrees, risk: 0.1, delta: 0.1, fewestLabels: 60 });
    expect(later).toMatchObject({ kept: 100, errors: 1, coverage: 1 });
  });

  it('keeps equal confidences together', () => {
    const confidence = [0.9, 0.9, 0.9, 0.5];
    const result = selectiveThreshold({ confidence, agrees: [1, 1, 1, 1], ...levels });
    expect(result).toMatchObject({ threshold: 0.5, kept: 4 });
    expect(selectiveThreshold({ confidence, agrees: [1, 1, 1, 0], ...levels, risk: 0.4 })).toMatchObject({
      threshold: 0.9,
      kept: 3,
    });
  });

  it('is null with a reason with fewer labels than needed', () => {
    expect(selectiveThreshold({ confidence: [0.9], agrees: [1], ...levels })).toMatchObject({
      threshold: null,
      why: '1 labeled samples of the 2 that are needed',
    });
    expect(selectiveThreshold({ confidence: [], agrees: [], ...levels })).toMatchObject({
      threshold: null,
      coverage: 0,
    });
  });

  it.each([
    [{ confidence: [0.5], agrees: [1, 1] }],
    [{ confidence: [Number.NaN], agrees: [1] }],
    [{ confidence: [0.5], agrees: [2] }],
    [{ risk: 0 }],
    [{ delta: 1 }],
    [{ fewestLabels: 0 }],
    [{ fewestLabels: 1.5 }],
  ])('refuses %j', (changes) => {
    const verdicts = { confidence: [0.5], agrees: [1], ...levels, ...changes };
    expect(() => selectiveThreshold(verdicts)).toThrow(RangeError);
  });
});
