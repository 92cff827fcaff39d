import { expect, it } from 'vitest';
import { renderJsonPath } from './json-path.ts';

it.each([
  [[], ''],
  [['limit'], 'limit'],
  [['history', 1, 'refs', 0, 'url'], 'history[1].refs[0].url'],
  [[2, 'id'], '[2].id'],
  [['meta', 'a b', 'c'], 'meta["a b"].c'],
  [['if-match'], 'if-match'],
])('writes the path %j as %s', (path, text) => {
  expect(renderJsonPath(path)).toBe(text);
});
