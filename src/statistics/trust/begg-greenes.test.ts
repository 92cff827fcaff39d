import { describe, expect, it } from 'vitest';
import { beggGreenes } from './begg-greenes.ts';

/** Cells in the order of the letters: judge pass or fail, human pass or fail. */
function toPart(judgedPass: number, judgedFail: number, [pp, fp, pf, ff]: readonly [number, number, number, number]) {
  const labeled = {
    judgePass_humanPass: pp,
    judgeFail_humanPass: fp,
    judgePass_humanFail: pf,
    judgeFail_humanFail: ff,
  };
  return { judgedPass, judgedFail, labeled };
}

describe('beggGreenes', () => {
  it('undoes the choice of labels by verdict', () => {
    // 300 replies, 240 good; the judge fails only 30 of the 60 bad ones: TPR 1, TNR 0.5. All 30 fails are labeled, but only
    // 27 passes, of which 3 turn out bad: the labels alone say TNR 30/33.
    const result = beggGreenes(toPart(270, 30, [24, 0, 3, 30]));
    expect(result.tpr).toBe(1);
    expect(result.tnr).toBeCloseTo(0.5, 14);
    expect(result.naiveTnr).toBeCloseTo(30 / 33, 14);
    expect(result.humanPassRate).toBeCloseTo(0.8, 14);
  });

  it('is the plain rate when everything is labeled', () => {
    const result = beggGreenes(toPart(30, 20, [24, 4, 6, 16]));
    expect(result.tpr).toBeCloseTo(Number(result.naiveTpr), 14);
    expect(result.tnr).toBeCloseTo(Number(result.naiveTnr), 14);
  });

  it('has a rate without an interval where a cell is empty', () => {
    const result = beggGreenes(toPart(270, 30, [24, 0, 3, 14]));
    expect(result).toMatchObject({ tpr: 1, tprLow: null, tprHigh: null });
    expect(result.tprWhy).toMatch(/never occurred/);
    // b = 0 does not hurt TNR: its variance is 1/270 + 1/30 + a/((1−a)·27).
    expect(result.tnrWhy).toBeUndefined();
    expect(result.tnrLow).toBeGreaterThan(0);
    expect(result.tnrHigh).toBeLessThan(1);
  });

  it('is null with a reason when a verdict has no label', () => {
    const result = beggGreenes(toPart(270, 30, [0, 2, 0, 12]));
    expect(result).toMatchObject({ tpr: null, tnr: null, humanPassRate: null, naiveTpr: 0, naiveTnr: 1 });
    expect(result.tprWhy).toMatch(/judge passed/);
    expect(beggGreenes(toPart(270, 30, [14, 0, 2, 0])).tnrWhy).toMatch(/judge failed/);
  });

  it('needs no labels of a verdict that the judge never gave', () => {
    const result = beggGreenes(toPart(100, 0, [16, 0, 4, 0]));
    expect(result).toMatchObject({ tpr: 1, tnr: 0, tprLow: null, tnrLow: null, humanPassRate: 0.8 });
  });

  it('has no TPR when people pass nothing, and no TNR when they fail nothing', () => {
    const noPass = beggGreenes(toPart(50, 50, [0, 0, 10, 10]));
    expect(noPass).toMatchObject({ tpr: null, tprWhy: 'no sample that people pass', tnr: 0.5, naiveTpr: null });
    const noFail = beggGreenes(toPart(50, 50, [10, 10, 0, 0]));
    expect(noFail).toMatchObject({ tpr: 0.5, tnr: null, tnrWhy: 'no sample that people fail', naiveTnr: null });
  });

  it('is null when nothing was judged', () => {
    expect(beggGreenes(toPart(0, 0, [0, 0, 0, 0]))).toMatchObject({ tpr: null, tprWhy: 'nothing was judged' });
  });

  it('refuses more labels than verdicts, and counts below 0', () => {
    expect(() => beggGreenes(toPart(10, 30, [14, 2, 2, 12]))).toThrow(RangeError);
    expect(() => beggGreenes(toPart(100, 30, [14, -2, 2, 12]))).toThrow(RangeError);
    expect(() => beggGreenes(toPart(Number.NaN, 30, [14, 2, 2, 12]))).toThrow(RangeError);
  });
});
