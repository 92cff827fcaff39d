import { expect, it } from 'vitest';
import { toTakenText } from './use-take-more.ts';

it.each([
  [{ held: 2, holds: 12, drafts: 40 }, 'Claimed 10 more.'],
  [
    { held: 200, holds: 200, drafts: 400 },
    '200 conversations are assigned to you, which is the maximum. Review some first.',
  ],
  [{ held: 2, holds: 2, drafts: 2 }, 'Nothing left to claim. No other drafts are left.'],
  [
    { held: 2, holds: 2, drafts: 3 },
    'Nothing left to claim. The last draft is assigned to someone else or skipped by you.',
  ],
  [
    { held: 0, holds: 0, drafts: 1203 },
    'Nothing left to claim. The other 1,203 drafts are assigned to others or skipped by you.',
  ],
])('reports %j as: %s', (taken, text) => {
  expect(toTakenText(taken)).toBe(text);
});
