import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getTagWish, withNextWish, withTagWish } from './TagWishLine.tsx';

test('cycles a tag from ignored to included to excluded and back', () => {
  const once = withNextWish({ keyword: 'late' }, 'a:b');
  const twice = withNextWish(once, 'a:b');
  expect(once).toEqual({ keyword: 'late', tags: ['a:b'] });
  expect(twice).toEqual({ keyword: 'late', excludeTags: ['a:b'] });
  expect(withNextWish(twice, 'a:b')).toEqual({ keyword: 'late' });
});

test('applies the latest choice and leaves other tags alone', () => {
  const wish = fc.constantFrom('with' as const, 'without' as const, 'either' as const);
  fc.assert(
    fc.property(wish, wish, (first, second) => {
      const filter = withTagWish(withTagWish({ tags: ['x:y'], excludeTags: ['v:w'] }, 'a:b', first), 'a:b', second);
      expect(getTagWish(filter, 'a:b')).toBe(second);
      expect(getTagWish(filter, 'x:y')).toBe('with');
      expect(getTagWish(filter, 'v:w')).toBe('without');
    }),
  );
});
