import { expect, test } from 'vitest';
import { findMeaning } from './TagChip.tsx';

test.each([
  ['source', 'Where it came from.'],
  ['topic', undefined],
  ['constructor', undefined],
  ['__proto__', undefined],
])('findMeaning of %j is %j', (name, meaning) => {
  expect(findMeaning({ source: 'Where it came from.' }, name)).toBe(meaning);
});

test('findMeaning is undefined while the glossary loads', () => {
  expect(findMeaning(undefined, 'source')).toBeUndefined();
});
