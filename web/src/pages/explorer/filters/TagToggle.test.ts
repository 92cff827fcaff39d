import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getTagRule, withNextTagRule, withTagRule } from './TagToggle.tsx';

test('cycles a tag from ignored to included to excluded and back', () => {
  const once = withNextTagRule({ keyword: 'late' }, 'a:b');
  const twice = withNextTagRule(once, 'a:b');
  expect(once).toEqual({ keyword: 'late', tags: ['a:b'] });
  expect(twice).toEqual({ keyword: 'late', excludeTags: ['a:b'] });
  expect(withNextTagRule(twice, 'a:b')).toEqual({ keyword: 'late' });
});

test('applies the latest choice and leaves other tags alone', () => {
  const rule = fc.constantFrom('with' as const, 'without' as const, 'either' as const);
  fc.assert(
    fc.property(rule, rule, (first, second) => {
      const filter = withTagRule(withTagRule({ tags: ['x:y'], excludeTags: ['v:w'] }, 'a:b', first), 'a:b', second);
      expect(getTagRule(filter, 'a:b')).toBe(second);
      expect(getTagRule(filter, 'x:y')).toBe('with');
      expect(getTagRule(filter, 'v:w')).toBe('without');
    }),
  );
});
