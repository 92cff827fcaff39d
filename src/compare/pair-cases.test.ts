import { describe, expect, it } from 'vitest';
import type { PlayMode } from '../conversation/case.ts';
import type { CaseStatus } from '../conversation/verdict.ts';
import { isAskedTheSame } from './pair-cases.ts';

/** A letter for each message. */
function toAskedCase(messages: string, status: CaseStatus = 'pass', play: PlayMode = 'script') {
  return { asked: { play, messages: [...messages] }, status };
}

describe('isAskedTheSame', () => {
  it.each([
    ['the same messages', toAskedCase('ab'), toAskedCase('ab', 'fail'), true],
    ['another message', toAskedCase('ab'), toAskedCase('ac'), false],
    ['a script that stopped at a failure', toAskedCase('abc'), toAskedCase('a', 'fail'), true],
    ['a script with a line more', toAskedCase('ab'), toAskedCase('abc', 'fail'), false],
    [
      'a message more, played otherwise',
      toAskedCase('ab', 'fail', 'reply'),
      toAskedCase('abc', 'pass', 'reply'),
      false,
    ],
    ['one that ended in error', toAskedCase('abc'), toAskedCase('a', 'error'), true],
    ['one that was skipped', toAskedCase('', 'skipped'), toAskedCase('abc'), true],
    ['another way to play', toAskedCase('abc'), toAskedCase('xy', 'pass', 'every-turn'), true],
    ['one of which it is not known', { status: 'pass' as const }, toAskedCase('abc'), true],
  ])('judges %s', (_title, a, b, expected) => {
    expect(isAskedTheSame(a, b)).toBe(expected);
    expect(isAskedTheSame(b, a)).toBe(expected);
  });
});
