import { describe, expect, it } from 'vitest';
import type { CalibratedRow } from './calibration.ts';
import { type JudgeSwap, swapJudges } from './swap-judges.ts';

/** `right`, `wrong` or `none` (no verdict), for `times` samples. */
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
        return { sample, human, judge, tags: [], turns: 1, messages: [], again: [], probed: {}, judgeReason: answer };
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
    old: { target: 'old', rows },
    candidates: candidates.map((candidate, index) => ({ target: `new-${index}`, rows: listRows(candidate) })),
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

it('is inconclusive while too many drawn conversations have no score', () => {
  const rows = listRows(all(100));
  const [found] = swapJudges({
    ...{ deck: 'tone.deck.md', pass: 1, clusters: new Map(), old: { target: 'old', rows } },
    candidates: [{ target: 'new', rows }],
    unanswered: 40,
  });
  expect(found).toMatchObject({
    verdict: 'inconclusive',
    classes: [{ verdict: 'inconclusive', why: '40 drawn conversations have no score' }, { verdict: 'inconclusive' }],
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
    const judges = { old: { target: 'old', rows }, candidates: [{ target: 'new', rows }] };
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

describe('samples that were drawn with unequal chances', () => {
  /** How many samples that people fail the new judge gets wrong and right. The old judge is right on all. */
  interface Stratum {
    readonly chance: number;
    readonly wrong: number;
    readonly right: number;
  }

  /** Both strata fail; 200 samples that people pass were drawn with the chance of the first. */
  function swapStrata(strata: readonly Stratum[]): JudgeSwap | undefined {
    const isWrong = strata.flatMap(({ wrong, right }) => [...Array(wrong).fill(true), ...Array(right).fill(false)]);
    const chances = strata.flatMap(({ chance, wrong, right }) => Array<number>(wrong + right).fill(chance));
    const rows = listRows({ pass: [['right', 200]], fail: [['right', isWrong.length]] }).map((row, index) => {
      const inclusionProbability = chances[index - 200] ?? chances[0] ?? 1;
      return { ...row, selection: { by: 'draw' as const, inclusionProbability } };
    });
    const after = rows.map((row, index) => (isWrong[index - 200] === true ? { ...row, judge: 2 } : row));
    const judges = { old: { target: 'old', rows }, candidates: [{ target: 'new', rows: after }] };
    return swapJudges({ deck: 'tone.deck.md', pass: 1, clusters: new Map(), ...judges })[0];
  }

  it('have the weighted rates and difference', () => {
    // 40 of 40 wrong with weight 5, 2 of 160 with weight 1.25: (200 + 2.5)/400 wrong.
    const strata = [
      { chance: 0.2, wrong: 40, right: 0 },
      { chance: 0.8, wrong: 2, right: 158 },
    ];
    expect(swapStrata(strata)?.classes[1]).toMatchObject({
      ...{ verdict: 'worse', n: 200, new: { value: expect.closeTo(0.49375, 12), n: 200 } },
      difference: { value: expect.closeTo(-0.50625, 12) },
      notWorse: { difference: { value: expect.closeTo(-0.50625, 12) } },
      worse: { test: 'weighted sign-flip and score test' },
      effectiveN: expect.closeTo(80, 0),
    });
  });

  it('are not called not worse for being right on what was drawn often', () => {
    // 8 of 400 samples are 2 points, but 8·5 of 100·5 + 300·1.25 are 4.6: too many for a margin of 5.
    const strata = [
      { chance: 0.2, wrong: 8, right: 92 },
      { chance: 0.8, wrong: 0, right: 300 },
    ];
    expect(swapStrata(strata)?.classes[1]).toMatchObject({
      verdict: 'worse',
      difference: { value: expect.closeTo(-40 / 875, 12) },
    });
    const alike = strata.map((stratum) => ({ ...stratum, chance: 0.5 }));
    expect(swapStrata(alike)?.classes[1]).toMatchObject({ verdict: 'not-worse', difference: { value: -0.02 } });
  });

  it('are not called worse for being wrong on what was drawn often', () => {
    // 10 losses that weigh little may be outweighed by a win among conversations that were drawn rarely.
    const strata = [
      { chance: 0.05, wrong: 0, right: 20 },
      { chance: 0.8, wrong: 10, right: 170 },
    ];
    expect(swapStrata(strata)?.classes[1]).toMatchObject({ verdict: 'inconclusive' });
    expect(swapStrata(strata)?.classes[1]?.worse.p).toBeGreaterThan(0.05);
  });

  it('change nothing where all chances are the same', () => {
    const strata = [{ chance: 1, wrong: 3, right: 97 }];
    const toChance = (chance: number) => swapStrata(strata.map((stratum) => ({ ...stratum, chance })));
    expect(toChance(0.3)).toEqual(toChance(1));
    expect(toChance(0.3)?.classes[1]).not.toHaveProperty('effectiveN');
  });
});
