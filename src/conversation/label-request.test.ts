import { describe, expect, it } from 'vitest';
import { toInclusionProbability } from './label-request.ts';

type Request = Parameters<typeof toInclusionProbability>[1][number];

const request = (id: string, counts: readonly [number, number], changes: Partial<Request> = {}): Request => ({
  ...{ id, frames: ['a', 'b'], strata: [{ name: '', drawn: counts[0], population: counts[1] }] },
  ...changes,
});

const pick = { frame: 'a', stratum: '', replyShare: 1, request: '1' };
const toStrata = (name: string) => ({ tags: name, turns: '', target: '' });

describe('toInclusionProbability', () => {
  it('is the same for everything the requests could draw', () => {
    // 10 of 100, then 10 of the 90 that were left: 0.1 + 0.9 · 1/9.
    const requests = [request('1', [10, 100]), request('2', [10, 90])];
    expect(toInclusionProbability(pick, requests)).toBeCloseTo(0.2, 12);
    expect(toInclusionProbability({ ...pick, frame: 'b', request: '2' }, requests)).toBeCloseTo(0.2, 12);
  });

  it('ignores a request that could not see the conversation', () => {
    const requests = [request('1', [10, 100]), request('2', [10, 90], { frames: ['b'] })];
    expect(toInclusionProbability(pick, requests)).toBeCloseTo(0.1, 12);
  });

  it('counts the last conversation of a stratum as if it had not been drawn', () => {
    const common = (drawn: number, population: number): Partial<Request> => ({
      ...{ strataBy: 'tags', strata: [{ name: 'common', drawn, population }] },
    });
    const rare = { ...pick, strata: toStrata('rare') };
    // If it is alone in its stratum, it is one of two strata that share the draw.
    const toChance = (drawn: number, population: number) =>
      toInclusionProbability(rare, [request('1', [10, 100]), request('2', [0, 0], common(drawn, population))]);
    expect(toChance(10, 90)).toBe(1);
    // One conversation goes to the larger stratum.
    expect(toChance(1, 90)).toBeCloseTo(0.1, 12);
    // Everything left was drawn.
    expect(toChance(1, 1)).toBe(1);
  });

  it('is zero for an earlier request without its stratum', () => {
    const strata = [{ name: 'common', drawn: 10, population: 90 }];
    const requests = [request('1', [0, 0], { strataBy: 'tags', strata }), request('2', [5, 50])];
    const added = { ...pick, strata: toStrata('added since'), request: '2' };
    expect(toInclusionProbability(added, requests)).toBeCloseTo(0.1, 12);
  });
});
