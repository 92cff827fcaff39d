import { expect, it } from 'vitest';
import { toTakenText } from './taken-text.ts';

it.each([
  [{ held: 2, holds: 12, drafts: 40 }, '10 more to review.'],
  [{ held: 200, holds: 200, drafts: 400 }, 'You hold 200, and nobody can hold more. Review some first.'],
  [{ held: 2, holds: 2, drafts: 2 }, 'Nothing more to take: no other draft is left.'],
  [{ held: 2, holds: 2, drafts: 3 }, 'Nothing more to take: one draft is with others or set aside.'],
  [{ held: 0, holds: 0, drafts: 1203 }, 'Nothing more to take: 1,203 drafts are with others or set aside.'],
])('tells of %j: %s', (taken, text) => {
  expect(toTakenText(taken)).toBe(text);
});
