import { describe, expect, it } from 'vitest';
import type { PlayMode } from '../conversation/case.ts';
import type { CaseStatus } from '../conversation/verdict.ts';
import { isAskedTheSame, type PairedName, toPairKey } from './pair-cases.ts';

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

const name: PairedName = { eval: 'd', id: 'x', send: 'question', play: 'reply', repeat: 0, file: 'd.eval.yaml' };
const messages: PairedName = { ...name, send: 'messages' };
const script: PairedName = { ...name, play: 'script' };
const other: PairedName = { ...name, file: 'sub/d.eval.yaml' };

describe('toPairKey', () => {
  it.each([
    ['a question and messages, when each run has one form', [name], [messages]],
    ['two modes, when each run has one', [name], [script]],
    ['two files, when each run has one: the file was renamed', [name], [other]],
    ['two repeats: the key of a pair does not include the repeat', [name], [{ ...name, repeat: 1 }]],
  ])('sets against each other: %s', (_title, a, b) => {
    const toKey = toPairKey(a, b);
    expect(toKey(b[0] ?? name)).toBe(toKey(name));
  });

  it.each([
    ['forms', [name, messages], [messages]],
    ['modes', [name], [name, script]],
    ['files', [name, other], [name, other]],
  ])('sets like against like where a run has several %s of one case', (_title, a, b) => {
    const toKey = toPairKey(a, b);
    expect(new Set([...a, ...b].map(toKey)).size).toBe(2);
  });

  it('leaves modes aside when different cases have different ones', () => {
    const second: PairedName = { ...script, id: 'y' };
    const toKey = toPairKey([name, second], [script]);
    expect(toKey(script)).toBe(toKey(name));
  });

  it('takes no two names for one, whatever they hold', () => {
    const toKey = toPairKey([], []);
    expect(toKey({ ...name, eval: 'a", "b', id: 'c' })).not.toBe(toKey({ ...name, eval: 'a', id: 'b", "c' }));
  });
});
