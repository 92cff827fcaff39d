import { expect, it } from 'vitest';
import { HitCounter } from './expected-hits.ts';

it('counts only cached replies, and reports "at least" once it stops looking up', () => {
  const counter = new HitCounter();
  for (const call of [{ cached: true as const }, {}, undefined]) counter.addCall(call);
  counter.addTask();
  expect(counter.toHits()).toEqual({ hits: 1, isCut: false });
  for (let task = 0; task < 2_000; task += 1) counter.addTask();
  expect(counter.control.isDraining).toBe(true);
  expect(counter.toHits()).toEqual({ hits: 1, isCut: true });
});
