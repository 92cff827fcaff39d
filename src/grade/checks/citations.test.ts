import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeSubject, makeWhole } from '../../../test/support/graded-subject.ts';
import { makeReply } from '../../../test/support/grading.ts';
import type { Ref } from '../../conversation/ref.ts';
import { checkCitations, findCitations } from './citations.ts';

const rule: Ref = { url: 'https://kb/rule', content: 'Goods may go back “within fourteen days”\n of their arrival.' };
const shop: Ref = { url: 'https://kb/shop', keyExcerpt: 'The shop pays for the way back.' };
const more: Ref = { url: 'https://kb/more', bonus: true };

function grade(text: string, refs: readonly Ref[], wanted: true | 'recall' | 'precision' = true) {
  const expected_messages = [{ role: 'assistant', content: 'Yes.', refs: [...refs] }];
  const evalCase = { input_messages: [{ role: 'user', content: 'Hi' }], expected_messages };
  return checkCitations(makeSubject(text, { evalCase }), wanted);
}

describe('citations', () => {
  const cases: readonly (readonly [text: string, refs: readonly Ref[], recall: number, precision: number | null])[] = [
    ['See https://kb/rule and [shop](https://KB/shop/).', [rule, shop], 1, 1],
    ['See https://kb/rule.', [rule, shop], 1 / 2, 1],
    ['See https://kb/rule and https://other.', [rule, shop], 1 / 2, 1 / 2],
    ['See https://kb/rule, https://kb/rule#x and https://other, https://other.', [rule], 1, 1 / 2],
    ['See <https://kb/rule> and https://kb/more.', [rule, more], 1, 1],
    ['See https://kb/more.', [rule, more], 0, 1],
    ['I say so.', [rule], 0, null],
    ['', [rule], 0, null],
    ['It says "may go back \'within fourteen days\' of their".', [rule], 0, null],
    ['It says «Goods may go back "within fourteen days" of», so yes.', [rule], 1, 1],
    ['> Goods may go back "within\n> fourteen days" of their arrival.\n\nSo yes.', [rule], 1, 1],
    ['They say “The shop pays for the way back,” and https://other', [rule, shop], 1 / 2, 1 / 2],
    ['They say "the shop pays", and "The shop".', [shop], 0, null],
    ['"No", I "say", but "The shop pays for the way back".', [shop], 1, 1],
    ['\u202eSee\u0000https://kb/rule\u001b[0m', [rule], 1, 1],
  ];
  it.each(cases)('of %j against %j have recall %d, precision %d', (text, refs, recall, precision) => {
    expect(grade(text, refs)).toMatchObject({
      score: Math.min(recall, precision ?? 1),
      evidence: { recall, precision },
    });
    expect(grade(text, refs, 'recall')).toMatchObject({ score: recall });
    const wanted = precision === null ? { cause: 'not-applicable' } : { score: precision };
    expect(grade(text, refs, 'precision')).toMatchObject(wanted);
  });

  it('reports what was cited, what was missed, and what is not a reference', () => {
    expect(grade('https://kb/rule and https://other', [rule, shop])).toEqual({
      score: 1 / 2,
      reason:
        'Recall 0.5. Precision 0.5. Cited: "https://kb/rule". Not cited: "https://kb/shop". Not a reference: "https://other".',
      evidence: {
        recall: 1 / 2,
        precision: 1 / 2,
        cited: ['https://kb/rule'],
        missing: ['https://kb/shop'],
        wrong: ['https://other'],
      },
    });
  });

  it('recognizes a reference without a web URL by its name', () => {
    const handbook = { url: 'handbook.pdf' };
    expect(grade('As handbook.pdf says.', [handbook])).toMatchObject({ score: 1 });
    expect(grade('As myhandbook.pdfs say.', [handbook])).toMatchObject({ score: 0 });
  });

  it('requires a reference that is listed twice if either entry is required', () => {
    expect(grade('No.', [{ ...rule, bonus: true }, rule])).toMatchObject({
      evidence: { missing: ['https://kb/rule'] },
    });
  });

  it('is ungraded without references, and if the metric is undefined', () => {
    expect(grade('https://kb/rule', [])).toMatchObject({ cause: 'not-applicable' });
    expect(grade('No.', [more])).toMatchObject({
      cause: 'not-applicable',
      evidence: { recall: null, precision: null },
    });
    expect(grade('https://kb/more', [more], 'recall')).toMatchObject({ cause: 'not-applicable' });
    expect(grade('https://kb/more', [more])).toMatchObject({ score: 1 });
  });

  it('grades a conversation by all its turns together, and lists each turn', () => {
    const input_messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b', refs: [rule] },
      { role: 'user', content: 'c' },
    ];
    const expected_messages = [{ role: 'assistant', content: 'd', refs: [shop] }];
    const whole = makeWhole(
      { input_messages, expected_messages },
      makeReply('https://kb/rule'),
      makeReply('https://other', 1),
    );
    // One of two required refs, one of two citations.
    expect(checkCitations(whole, true)).toMatchObject({
      score: 1 / 2,
      evidence: {
        turns: [
          { turnIndex: 1, recall: 1, precision: 1 },
          { turnIndex: 3, recall: 0, precision: 0 },
        ],
      },
    });
  });

  it('counts a reference only in its own turn, no matter what other turns cite', () => {
    const input_messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b', refs: [rule] },
      { role: 'user', content: 'c' },
    ];
    const expected_messages = [{ role: 'assistant', content: 'd', refs: [rule, shop] }];
    const say = (...texts: readonly string[]) =>
      checkCitations(
        makeWhole({ input_messages, expected_messages }, ...texts.map((text, at) => makeReply(text, at))),
        true,
      );
    // Turn 1: none of 1 required, 1 wrong. Turn 3: 1 of 2 required, 1 right. Together 1 of 3, and 1 of 2 citations.
    expect(say('https://kb/shop', 'https://kb/rule')).toMatchObject({
      score: 1 / 3,
      evidence: {
        ...{ recall: 1 / 3, precision: 1 / 2, cited: ['https://kb/rule'] },
        ...{ missing: ['https://kb/rule', 'https://kb/shop'], wrong: ['https://kb/shop'] },
        turns: [
          { turnIndex: 1, missing: ['https://kb/rule'], wrong: ['https://kb/shop'] },
          { turnIndex: 3, cited: ['https://kb/rule'], missing: ['https://kb/shop'], wrong: [] },
        ],
      },
    });
    // Cited twice and required twice: 2 of 3.
    expect(say('https://kb/rule', 'https://kb/rule')).toMatchObject({ score: 2 / 3, evidence: { precision: 1 } });
  });

  it('stays from 0 to 1 for any citations', () => {
    const refs = fc.uniqueArray(
      fc.record({ url: fc.webUrl(), content: fc.string(), bonus: fc.boolean() }, { requiredKeys: ['url'] }),
      { minLength: 1, maxLength: 5 },
    );
    const text = fc.array(fc.oneof(fc.webUrl(), fc.string({ unit: 'binary' })), { maxLength: 10 });
    fc.assert(
      fc.property(refs, text, fc.boolean(), (given, words, isAllCited) => {
        const all = isAllCited ? given.map(({ url }) => url) : [];
        const result = grade([...words, ...all].join(' '), given);
        if ('cause' in result) return;
        expect(result.score).toBeGreaterThanOrEqual(0);
        expect(result.score).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('finds a quote in its own words', () => {
    const words = fc.stringMatching(/^[a-z]{3,9}( [a-z]{3,9}){3,9}$/);
    fc.assert(
      fc.property(words, words, (before, quoted) => {
        const { right } = findCitations(`${before}: “${quoted}.”`, [
          { url: 'u://x', content: `${before} ${quoted} end` },
        ]);
        expect([...right]).toEqual(['u://x']);
      }),
    );
  });

  it('stays fast on a megabyte of quotation marks, dots and URLs', () => {
    const wide = { ...rule, content: 'x'.repeat(100_000) };
    for (const text of ['"a b c d e f" '.repeat(80_000), `"${'.'.repeat(1_000_000)}x"`, '“'.repeat(1_000_000)]) {
      expect(grade(text, [wide])).toMatchObject({ score: 0 });
    }
  });
});
