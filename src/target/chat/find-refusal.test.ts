import { describe, expect, it } from 'vitest';
import { findRefusal, toRefused } from './find-refusal.ts';

describe('findRefusal', () => {
  it.each<[string, unknown, string | undefined]>([
    ['a chat message', { choices: [{ message: { content: null, refusal: 'No.' } }] }, 'No.'],
    [
      'a part of a response',
      { output: [{ type: 'reasoning' }, { content: [{ type: 'refusal', refusal: 'No.' }] }] },
      'No.',
    ],
    ['a message without one', { choices: [{ message: { content: 'Yes.', refusal: null } }] }, undefined],
    ['an empty one', { choices: [{ message: { refusal: ' ' } }] }, undefined],
    ['one that is no text', { choices: [{ message: { refusal: { text: 'No.' } } }] }, undefined],
    ['other shapes', { choices: 'none', output: [null, { content: 'text' }] }, undefined],
    ['no object', 'No.', undefined],
    ['nothing', undefined, undefined],
  ])('looks into %s', (_what, answer, refusal) => {
    expect(findRefusal(answer)).toBe(refusal);
  });
});

describe('toRefused', () => {
  it('shows the beginning of what was said on one line, and the id of the request', () => {
    const { info } = toRefused(`No.\n${'x'.repeat(300)}`, 'req_1');
    // 200 characters, of which the first four are "No." and a line break.
    expect(info).toMatchObject({ message: `The model refused: "No.\\n${'x'.repeat(196)}…"`, requestId: 'req_1' });
  });
});
