import { expect, it } from 'vitest';
import { withoutToken } from './without-token.ts';

it.each([
  ['/?token=abc', '/'],
  ['/review?token=abc', '/review'],
  ['/review/support/a%2Fb.c?turn=t1&token=abc&panel=refs', '/review/support/a%2Fb.c?turn=t1&panel=refs'],
  ['/items?keyword=a%26b&token', '/items?keyword=a%26b'],
  ['/items?tokens=3&token=abc', '/items?tokens=3'],
  ['//evil.example/?token=abc', '/evil.example/'],
  ['/\\evil.example?token=abc', '/evil.example'],
  ['///\\/evil.example?token=abc', '/evil.example'],
])('%s leads on to %s', (url, address) => {
  expect(withoutToken(url)).toBe(address);
});
