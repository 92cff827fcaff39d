import { describe, expect, it } from 'vitest';
import { makeCase, makeConversation, makeReply } from '../../test/support/grading.ts';
import type { EvalCase, PlayMode } from '../conversation/case.ts';
import { toTurnKey } from './turn-key.ts';

const user = { role: 'user', content: 'Hi' };
const refs = [{ url: 'https://a' }];
const assistant = { role: 'assistant', content: 'Hello.', refs };

const texts: Readonly<Record<string, string>> = { 'two.md': 'Two.\r\n\r\n', 'blank.md': ' \n' };
const readFile = (path: string) => texts[path];

function keyAt(turnIndex: number, evalCase: Partial<EvalCase>, more: { scriptTurn?: number; play?: PlayMode } = {}) {
  const { scriptTurn, play } = more;
  const reply = makeReply('r', 0, { turnIndex, ...(scriptTurn === undefined ? {} : { scriptTurn }) });
  const conversation = makeConversation(makeCase(evalCase), reply);
  return toTurnKey(play === undefined ? conversation : { ...conversation, play }, reply, { readFile });
}

describe('toTurnKey', () => {
  it('finds the expected reply with its refs', () => {
    const evalCase = { input_messages: [user], expected_messages: [assistant] };
    expect(keyAt(1, evalCase, { play: 'reply' })).toEqual({ reference: 'Hello.', refs });
    expect(keyAt(1, { input_messages: [user] })).toEqual({ refs: [] });
  });

  it('finds the known message at the position of a reply, in every-turn play', () => {
    const evalCase = { input_messages: [user, assistant, user], expected_messages: [assistant, user, assistant] };
    expect(keyAt(1, evalCase)).toMatchObject({ reference: 'Hello.', refs });
    expect(keyAt(5, evalCase, { play: 'every-turn' })).toMatchObject({ reference: 'Hello.' });
    expect(keyAt(4, evalCase, { play: 'every-turn' })).toEqual({ refs: [] });
  });

  it('finds the known message for a reply to a curated line', () => {
    const evalCase = { input_messages: [user, assistant, user], expected_messages: [assistant] };
    expect(keyAt(1, evalCase, { play: 'script' })).toEqual({ reference: 'Hello.', refs });
    expect(keyAt(3, evalCase, { play: 'script' })).toEqual({ reference: 'Hello.', refs });
  });

  it('finds nothing after a message of the simulated user', () => {
    const evalCase = { input_messages: [user], expected_messages: [assistant, user, assistant] };
    expect(keyAt(1, evalCase, { play: 'simulate' })).toMatchObject({ reference: 'Hello.' });
    expect(keyAt(3, evalCase, { play: 'simulate' })).toEqual({ refs: [] });
  });

  it('uses the reference and outcome of a scripted line', () => {
    const turns = [
      { user: 'a' },
      { user: 'b', expect: ['One.', { type: 'file' as const, value: './two.md' }], outcome: 'Good' },
    ];
    const evalCase = { outcome: 'Whole', turns, input_messages: [user, assistant] };
    expect(keyAt(5, evalCase, { scriptTurn: 1 })).toEqual({
      reference: 'One.\n\nTwo.',
      outcome: 'Good',
      refs: [],
    });
    expect(keyAt(3, evalCase, { scriptTurn: 0 })).toEqual({ outcome: 'Whole', refs: [] });
  });

  it.each([
    [[{ type: 'file' as const, value: 'two.md' }], 'Two.'],
    [['See', { type: 'image' as const, value: 'a.png' }], 'See\n\n[image: a.png]'],
    [[{ type: 'file' as const, value: './blank.md' }], undefined],
  ])('reads the reference %j', (content, reference) => {
    const evalCase = { input_messages: [user], expected_messages: [{ role: 'assistant', content }] };
    expect(keyAt(1, evalCase).reference).toBe(reference);
  });

  it('never uses the name of an unreadable file as the reply', () => {
    const content = [{ type: 'file' as const, value: 'gone.md' }];
    const evalCase = { input_messages: [user], expected_messages: [{ role: 'assistant', content }] };
    expect(() => keyAt(1, evalCase)).toThrow(expect.objectContaining({ code: 'FILE_MISSING' }));
  });

  it('prefers the answer key', () => {
    const answerKey = { reference: 'Better.', mustMention: ['a'], mustNotMention: ['b'], outcome: 'Best' };
    const answer_keys = [{ turnIndex: 1, answerKey }];
    const evalCase = { outcome: 'Whole', input_messages: [user], expected_messages: [assistant], answer_keys };
    expect(keyAt(1, evalCase)).toEqual({ ...answerKey, refs });
    const blank = [{ turnIndex: 1, answerKey: { reference: ' ' } }];
    expect(keyAt(1, { ...evalCase, answer_keys: blank })).toMatchObject({ reference: 'Hello.', outcome: 'Whole' });
  });
});
