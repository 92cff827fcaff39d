import { describe, expect, it } from 'vitest';
import type { CalibratedRow } from './calibration.ts';
import { type JudgeSwap, swapJudges } from './swap-judges.ts';

/** `right`, `wrong` or `none` (no verdict), for so many samples. */
type Answers = readonly (readonly [answer: 'right' | 'wrong' | 'none', times: number])[];

interface Answered {
  readonly pass: Answers;
  readonly fail: Answers;
}

function listRows({ pass, fail }: Answered): readonly CalibratedRow[] {
  const toRows = (name: 'pass' | 'fail', answers: Answers) =>
    answers
      .flatMap(([answer, times]) => Array.from({ length: times }, () => answer))
      .map((answer, index): CalibratedRow => {
        const human = name === 'pass' ? 2 : -2;
        const judge = answer === 'none' ? null : answer === 'right' ? human : -human;
        const sample = `${name}-${String(index).padStart(3, '0')}`;
        return { sample, human, judge, tags: [], turns: 1, messages: [], again: [], probed: {}, judge_reason: answer };
      });
  return [...toRows('pass', pass), ...toRows('fail', fail)];
}

function swap(old: Answered, candidates: readonly Answered[], perConversation = 1): readonly JudgeSwap[] {
  const rows = listRows(old);
  return swapJudges({
    deck: 'tone.deck.md',
    pass: 1,
    clusters: new Map(
      rows.map(({ sample }, index) => [
        sample,
        perConversation === 1 ? sample : `${sample.slice(0, 4)}-${Math.floor(index / perConversation)}`,
      ]),
    ),
    old: { model: 'old', rows },
    candidates: candidates.map((candidate, index) => ({ model: `new-${index}`, rows: listRows(candidate) })),
  });
}

const all = (times: number): Answered => ({ pass: [['right', times]], fail: [['right', times]] });
const verdicts = ([first]: readonly JudgeSwap[]) => first?.classes.map(({ verdict }) => verdict);

describe('a new judge that never differs from the old one', () => {
  it('is not worse from 73 samples per class on, and inconclusive with 40', () => {
    expect(swap(all(73), [all(73)])).toMatchObject([
      { verdict: 'not-worse', margin: 0.05, classes: [{ rate: 'tpr' }, { rate: 'tnr' }], flips: [] },
    ]);
    expect(verdicts(swap(all(72), [all(72)]))).toEqual(['inconclusive', 'inconclusive']);
    expect(swap(all(40), [all(40)])[0]?.verdict).toBe('inconclusive');
  });

  it('needs more samples where several new judges are tried', () => {
    expect(swap(all(73), [all(73), all(73)])[0]?.verdict).toBe('inconclusive');
    expect(swap(all(100), [all(100), all(100)]).map(({ verdict }) => verdict)).toEqual(['not-worse', 'not-worse']);
  });

  it('needs 73 conversations, however many samples were cut from each', () => {
    expect(swap(all(146), [all(146)], 2)[0]?.verdict).toBe('not-worse');
    expect(swap(all(144), [all(144)], 2)[0]?.verdict).toBe('inconclusive');
  });
});

describe('a new judge that is wrong where the old one is right', () => {
  const bad: Answered = {
    pass: [['right', 100]],
    fail: [
      ['wrong', 12],
      ['right', 88],
    ],
  };

  it('is worse in that class, and worse as a whole', () => {
    const [first] = swap(all(100), [bad]);
    expect(first).toMatchObject({
      verdict: 'worse',
      classes: [
        { class: 'pass', verdict: 'not-worse', difference: { value: 0 } },
        {
          ...{ class: 'fail', verdict: 'worse', n: 100, old: { value: 1, n: 100 }, new: { value: 0.88, n: 100 } },
          difference: { value: -0.12 },
          // 2·½¹², Holm over two classes: twice that.
          worse: {
            p: expect.closeTo(2 * 0.5 ** 12, 12),
            pAdjusted: expect.closeTo(4 * 0.5 ** 12, 12),
            test: 'exact McNemar test',
          },
        },
      ],
    });
    expect(first?.flips).toHaveLength(12);
    expect(first?.flips[0]).toMatchObject({
      sample: 'fail-000',
      class: 'fail',
      right: 'old',
      human: -2,
      old: -2,
      new: 2,
    });
  });

  it('is not worse by more than the margin where it is worse by less', () => {
    const many: Answered = {
      pass: [['right', 100]],
      fail: [
        ['wrong', 10],
        ['right', 990],
      ],
    };
    const one = swap({ pass: [['right', 100]], fail: [['right', 1000]] }, [many])[0]?.classes[1];
    expect(one).toMatchObject({ verdict: 'not-worse', difference: { value: -0.01 } });
    expect(one?.worse.pAdjusted).toBeLessThan(0.05);
  });

  it('lists where only the old one is right before where only the new one is', () => {
    const old: Answered = {
      pass: [
        ['wrong', 2],
        ['right', 3],
      ],
      fail: [],
    };
    const candidate: Answered = {
      pass: [
        ['right', 4],
        ['wrong', 1],
      ],
      fail: [],
    };
    const [first] = swap(old, [candidate]);
    expect(first?.flips.map(({ sample, right }) => [sample, right])).toEqual([
      ['pass-004', 'old'],
      ['pass-000', 'new'],
      ['pass-001', 'new'],
    ]);
    expect(first?.flips[0]).toMatchObject({ oldReason: 'right', newReason: 'wrong' });
  });
});

describe('missing verdicts', () => {
  it('of the new judge cannot make it not worse', () => {
    const silent: Answered = {
      pass: [['right', 100]],
      fail: [
        ['none', 12],
        ['right', 88],
      ],
    };
    const [first] = swap(all(100), [silent]);
    // Counted as wrong it would be worse by 12 points, counted as right not at all.
    expect(first?.classes[1]).toMatchObject({
      ...{ verdict: 'inconclusive', n: 100, missing: { old: 0, new: 12 }, new: { value: 1, n: 88 } },
      notWorse: { difference: { value: -0.12 } },
      worse: { difference: { value: 0 }, p: 1 },
    });
    expect(first?.flips).toHaveLength(12);
  });

  it('of the old judge cannot make the new one not worse either', () => {
    const old: Answered = {
      pass: [
        ['none', 12],
        ['right', 88],
      ],
      fail: [['right', 100]],
    };
    const candidate: Answered = {
      pass: [
        ['wrong', 12],
        ['right', 88],
      ],
      fail: [['right', 100]],
    };
    expect(swap(old, [candidate])[0]?.classes[0]).toMatchObject({
      ...{ verdict: 'inconclusive', missing: { old: 12, new: 0 } },
      notWorse: { difference: { value: -0.12 } },
      worse: { difference: { value: 0 } },
    });
  });

  it('of a class that only a verdict chose samples for decide nothing', () => {
    const rows = listRows(all(73)).map((row) =>
      row.human === -2 ? { ...row, selection: { by: 'verdict' as const } } : row,
    );
    const judges = { old: { model: 'old', rows }, candidates: [{ model: 'new', rows }] };
    const [first] = swapJudges({ deck: 'tone.deck.md', pass: 1, clusters: new Map(), ...judges });
    expect(first).toMatchObject({ verdict: 'inconclusive', leftOut: 73, classes: [{ n: 73 }, { n: 0 }] });
  });

  it('of a whole class leave it inconclusive, with the reason', () => {
    const onlyPasses: Answered = { pass: [['right', 100]], fail: [] };
    const [first] = swap(onlyPasses, [onlyPasses]);
    expect(first).toMatchObject({ verdict: 'inconclusive', classes: [{ verdict: 'not-worse' }, { n: 0 }] });
    expect(first?.classes[1]?.why).toBe('no sample that people fail');
  });
});
