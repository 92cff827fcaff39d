import { expect, it } from 'vitest';
import type { Sample } from '../../conversation/sample.ts';
import { toSamplesHash } from './to-certificate.ts';

const sample: Sample = {
  id: 'a',
  messages: [{ role: 'user', content: 'Hi' }],
  score: 1,
  tags: [],
  split: 'tune',
  meta: {},
};
const other: Sample = { ...sample, id: 'b', score: 2 };

it('knows samples by their content, in any order and under any name', () => {
  expect(toSamplesHash([sample, other])).toBe(toSamplesHash([other, { ...sample, id: 'c', tags: ['x'] }]));
});

it.each<Partial<Sample>>([
  { score: 2 },
  { messages: [{ role: 'user', content: 'Hi!' }] },
  { ratings: [{ rater: 'ann', score: 1 }] },
  { expected: { score: 1, reference: 'x' } },
])('changes with %j', (change) => {
  expect(toSamplesHash([{ ...sample, ...change }])).not.toBe(toSamplesHash([sample]));
});
