import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Turn } from '../conversation/item/item.ts';
import { isUnsettled, keepReplyMarks, settleReplies } from './reply-marks.ts';

const replyUnderTest = { run: 'r1', caseId: 'c1', verdicts: [] };
const question: Turn = { id: 'q', role: 'user', msg: 'Order 7755?', tags: [] };
const failed: Turn = {
  ...{ id: 'a', role: 'assistant', msg: 'Which order?', tags: [] },
  answerKey: { mustMention: ['7755'], reference: 'Order 7755 is on its way.' },
  replyUnderTest,
};
const { replyUnderTest: _mark, ...sent } = failed;
const before = [question, failed];

describe('keepReplyMarks', () => {
  const edit = (change: Partial<Turn>) => keepReplyMarks(before, [question, { ...sent, ...change }])[1];

  it.each<[string, Partial<Turn>]>([
    ['nothing', {}],
    ['the mark left out or forged', { replyUnderTest: { ...replyUnderTest, settled: { as: 'answer-was-right' } } }],
    ['white space alone', { msg: ' Which  order?\r\n' }],
    ['tags and refs', { tags: ['x'], refs: [{ url: 'https://a' }] }],
    ['the flag of the key', { answerKey: { ...failed.answerKey, contextChanged: true } }],
    ['the order and blanks of a list', { answerKey: { ...failed.answerKey, mustMention: ['7755', ' ', '7755'] } }],
    ['an emptied key', { answerKey: {} }],
    ['another role', { role: 'agent' }],
  ])('is not settled by %s', (_what, change) => {
    expect(edit(change)).toMatchObject({ replyUnderTest });
    expect(isUnsettled(edit(change) ?? failed)).toBe(true);
  });

  it('is not settled by a key that is left out', () => {
    const { answerKey: _key, ...bare } = sent;
    expect(isUnsettled(keepReplyMarks(before, [question, bare])[1] ?? failed)).toBe(true);
  });

  it.each<[string, Partial<Turn>, string]>([
    ['another text', { msg: 'Order 7755 is on its way.' }, 'answer-fixed'],
    ['other tool calls', { tool_calls: [{ name: 'find', arguments: {} } as never] }, 'answer-fixed'],
    ['another key', { answerKey: { mustMatch: ['(?i)which'] } }, 'key-fixed'],
  ])('is settled by %s, and open again when that is undone', (_what, change, as) => {
    const fixed = edit(change);
    expect(fixed?.replyUnderTest?.settled?.as).toBe(as);
    const [, undone] = keepReplyMarks([question, fixed ?? failed], before);
    expect(undone).toEqual(failed);
  });

  it('follows a moved turn, and its text under another id', () => {
    expect(keepReplyMarks(before, [sent, question])[0]).toEqual(failed);
    expect(keepReplyMarks(before, [question, { ...sent, id: 'new' }])[1]).toMatchObject({ id: 'new', replyUnderTest });
    const other: Turn = { id: 'b', role: 'assistant', msg: 'Fine.', tags: [] };
    const swapped = keepReplyMarks([...before, other], [question, { ...other, msg: failed.msg }]);
    expect(swapped[1]).toMatchObject({ id: 'b', replyUnderTest });
  });

  it('does not come to a turn of the user that says the same as a deleted reply', () => {
    const echo: Turn = { id: 'u', role: 'user', msg: failed.msg, tags: [] };
    expect(keepReplyMarks([question], [echo, sent], { former: [failed] })).toEqual([echo, failed]);
  });

  it('comes back with a turn that was deleted', () => {
    expect(keepReplyMarks([question], [question, sent], { former: [failed] })[1]).toEqual(failed);
    expect(keepReplyMarks([question], [question, { ...sent, msg: 'New.' }])[1]?.replyUnderTest).toBeUndefined();
  });

  it('is never given by an edit', () => {
    expect(keepReplyMarks([question, sent], before)[1]).toEqual(sent);
  });
});

describe('settleReplies', () => {
  const said = { turnId: 'a', as: 'answer-was-right', reason: 'It has to ask first.' } as const;

  it('keeps the reason, whatever is edited later', () => {
    const settled = settleReplies(before, [said]);
    expect(settled[1]?.replyUnderTest?.settled).toEqual({ as: said.as, reason: said.reason });
    const edited = keepReplyMarks(settled, [question, { ...sent, msg: 'Other.' }]);
    expect(keepReplyMarks(edited, [question, sent])[1]?.replyUnderTest?.settled?.as).toBe('answer-was-right');
  });

  it('can be reopened by restoring a revision in which the reply was open', () => {
    const settled = settleReplies(before, [said]);
    expect(keepReplyMarks(settled, [question, sent], { reopened: ['a'] })[1]).toEqual(failed);
  });

  it('says nothing about other turns', () => {
    expect(settleReplies(before, [{ ...said, turnId: 'q' }])).toEqual(before);
  });
});

describe('a failing reply', () => {
  it('is open whenever its text and key are what failed, through any edits', () => {
    const texts = fc.constantFrom(failed.msg, 'A', 'B');
    const keys = fc.constantFrom(failed.answerKey, { mustMention: ['x'] }, undefined);
    const edits = fc.array(fc.record({ msg: texts, answerKey: keys }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(edits, (steps) => {
        const { answerKey: _key, ...bare } = sent;
        let turns: Turn[] = before;
        for (const { msg, answerKey } of steps) {
          turns = keepReplyMarks(turns, [
            question,
            { ...bare, msg, ...(answerKey === undefined ? {} : { answerKey }) },
          ]);
        }
        const last = steps.at(-1);
        const isKeyFixed = last?.answerKey !== undefined && last.answerKey !== failed.answerKey;
        return isUnsettled(turns[1] ?? failed) === (last?.msg === failed.msg && !isKeyFixed);
      }),
    );
  });
});
