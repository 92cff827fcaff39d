import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GradingSpec } from '../../conversation/run/run-spec.ts';
import { listEffective, listGradedLayers, listLayers } from './effective-verdicts.ts';

interface Row {
  readonly grader: string;
  readonly turn_index: number;
  readonly grading: number;
}

type Specs = ReadonlyMap<number, GradingSpec>;

function makeSpecs(...specs: readonly Omit<GradingSpec, 'hash'>[]): Specs {
  return new Map(specs.map((spec, index) => [index + 1, { ...spec, hash: `${index}` }]));
}

function read(rows: readonly Row[], { specs, grading, graded }: Reading): readonly Row[] {
  return listEffective(
    rows,
    listGradedLayers(listLayers(specs, grading), (number) => graded.includes(number)),
  );
}

interface Reading {
  readonly specs: Specs;
  readonly grading: number;
  /** Gradings that have the conversation. */
  readonly graded: readonly number[];
}

/** The rule as it is said: those of the grading, and of graders it was not about those of its base. */
function readBySaying(rows: readonly Row[], { specs, grading, graded }: Reading): readonly Row[] {
  const own = rows.filter((row) => row.grading === grading);
  if (grading === 0) return own;
  const { base = 0, graders } = specs.get(grading) ?? {};
  const below = readBySaying(rows, { specs, grading: base, graded });
  if (!graded.includes(grading)) return below;
  return graders === undefined
    ? own
    : [
        ...own.filter(({ grader }) => graders.includes(grader)),
        ...below.filter(({ grader }) => !graders.includes(grader)),
      ];
}

describe('the verdicts that are read', () => {
  const rows: readonly Row[] = [
    { grader: 'a', turn_index: 1, grading: 0 },
    { grader: 'b', turn_index: 1, grading: 0 },
    { grader: 'a', turn_index: 1, grading: 1 },
    { grader: 'b', turn_index: 1, grading: 1 },
    { grader: 'a', turn_index: 1, grading: 2 },
    { grader: 'new', turn_index: 1, grading: 2 },
  ];
  const specs = makeSpecs({}, { base: 1, graders: ['a', 'new'] }, { base: 0, graders: ['b'] });

  it.each<[string, number, readonly number[], readonly string[]]>([
    ['as played, whatever came later', 0, [1, 2], ['a0', 'b0']],
    ['of a grading of all graders', 1, [1, 2], ['a1', 'b1']],
    ['of some graders, the others from the base', 2, [1, 2], ['b1', 'a2', 'new2']],
    ['of the base, where the grading has not got to', 2, [1], ['a1', 'b1']],
    ['of the base below, where the base has not got to', 2, [2], ['b0', 'a2', 'new2']],
    ['as played, where no grading has got to', 2, [], ['a0', 'b0']],
    ['none of a grader that was graded anew and said nothing', 3, [3], ['a0']],
  ])('are %s', (_title, grading, graded, wanted) => {
    expect(read(rows, { specs, grading, graded }).map((row) => `${row.grader}${row.grading}`)).toEqual(wanted);
  });

  it.each([
    ['a later version, by the number of the turn', ['turn-4/tone'], ['turn-0/tone0', 'turn-4/tone1']],
    ['an earlier version, by the scripted line', ['turn-1/tone'], ['turn-0/tone0', 'turn-1/tone1']],
  ])('are those of a grading that names graders of turns as %s does', (_title, graders, wanted) => {
    const [named = ''] = graders;
    const turns: readonly Row[] = [
      { grader: 'turn-0/tone', turn_index: 1, grading: 0 },
      { grader: 'turn-1/tone', turn_index: 3, grading: 0 },
      { grader: named, turn_index: 3, grading: 1 },
    ];
    const found = read(turns, { specs: makeSpecs({ base: 0, graders }), grading: 1, graded: [1] });
    expect(found.map((row) => `${row.grader}${row.grading}`)).toEqual(wanted);
  });

  it('end when a grading is based on itself', () => {
    expect(listLayers(makeSpecs({ base: 1, graders: [] }), 1).map(({ grading }) => grading)).toEqual([1, 0]);
  });

  it('follow the rule as it is said, and keep their order', () => {
    const graders = fc.subarray(['a', 'b', 'c', 'd']);
    const count = 5;
    const reading = fc
      .tuple(
        ...Array.from({ length: count }, (_, index) =>
          fc.record({ base: fc.nat(index), graders }, { requiredKeys: ['base'] }),
        ),
      )
      .chain((drawn) =>
        fc.record({
          specs: fc.constant(makeSpecs(...drawn)),
          grading: fc.nat(count),
          graded: fc.subarray([1, 2, 3, 4, 5]),
        }),
      );
    const given = fc.array(
      fc.record({ grader: fc.constantFrom('a', 'b', 'c', 'd'), turn_index: fc.constant(1), grading: fc.nat(count) }),
    );
    fc.assert(
      fc.property(reading, given, (chosen, all) => {
        // A grading says nothing of a conversation that it has not got to, nor of a grader that it is not about.
        const isPossible = ({ grader, grading }: Row) =>
          grading === 0 ||
          (chosen.graded.includes(grading) && (chosen.specs.get(grading)?.graders ?? [grader]).includes(grader));
        const possible = all.filter(isPossible);
        const effective = read(possible, chosen);
        expect(new Set(effective)).toEqual(new Set(readBySaying(possible, chosen)));
        expect(effective).toEqual(possible.filter((row) => effective.includes(row)));
      }),
    );
  });
});
