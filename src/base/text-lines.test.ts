import { describe, expect, it } from 'vitest';
import { findLastWords } from './text-lines.ts';

describe('findLastWords', () => {
  it.each([
    ['nothing', '', ''],
    ['the last line', 'starting\ncannot open the file\n\n', 'cannot open the file'],
    [
      'the error of Node, which prints its version last',
      "agent.mjs:1\nthrow new Error('boom');\n^\n\nError: boom in agent\n    at agent.mjs:1:7 {\n  code: 'X'\n}\n\nNode.js v24.21.0\n",
      'Error: boom in agent',
    ],
    [
      'the error of Python',
      'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: bad\n',
      'ValueError: bad',
    ],
    [
      'an error of a module',
      'requests.exceptions.ConnectionError: refused\n',
      'requests.exceptions.ConnectionError: refused',
    ],
    ['the last of two errors', 'KeyError: a\n\nDuring handling:\n\nRuntimeError: b\n', 'RuntimeError: b'],
  ])('finds %s', (_, stderr, said) => {
    expect(findLastWords(stderr)).toBe(said);
  });
});
