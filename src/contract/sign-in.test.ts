import { expect, it } from 'vitest';
import { hideSecrets, withoutSecrets } from './sign-in.ts';

it.each([
  ['/?code=abc', '/'],
  ['/review?token=abc', '/review'],
  ['/review/support/a%2Fb.c?turn=t1&code=abc&panel=refs', '/review/support/a%2Fb.c?turn=t1&panel=refs'],
  ['/items?keyword=a%26b+c', '/items?keyword=a%26b+c'],
  ['/items?tokens=3&code=abc', '/items?tokens=3'],
  ['/?%74oken=abc', '/'],
  ['/?c%6Fde=abc&a=1', '/?a=1'],
  ['/??code=abc', '/'],
  ['/?a=1&code', '/?a=1'],
  ['/?code=a&code=b&token=c', '/'],
  ['/?CODE=abc', '/'],
  ['//evil.example/?code=abc', '/evil.example/'],
  ['/\\evil.example?code=abc', '/evil.example'],
  ['///\\/evil.example?code=abc', '/evil.example'],
])('an address loses its secrets: %s', (url, rest) => {
  expect(withoutSecrets(url)).toBe(rest);
});

it.each([
  ['/?token=abc', '/?token=…'],
  ['/?%74oken=abc&a=1', '/?%74oken=…&a=1'],
  ['/?a=1&To%6ben=abc=d', '/?a=1&To%6ben=…'],
  ['/??token=abc', '/??token=…'],
  ['/?code=abc', '/?code=…'],
  ['/v1/runs?limit=3', '/v1/runs?limit=3'],
  ['/v1/runs', '/v1/runs'],
])('a log shows %s as %s', (url, shown) => {
  expect(hideSecrets(url)).toBe(shown);
});
