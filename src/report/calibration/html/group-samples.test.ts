import { describe, expect, it } from 'vitest';
import { toCalibratedJudges } from '../../../../test/support/calibrated-judges.ts';
import { groupSamples } from './group-samples.ts';
import { listSharedTexts, RequestTexts } from './sample-chunks.ts';

const [first, second] = toCalibratedJudges(
  [
    { target: 'one', misses: 0 },
    { target: 'two', misses: 0 },
  ],
  { count: 3 },
);
if (first === undefined || second === undefined) throw new Error('There are two judges.');

describe('the samples of several judges', () => {
  it('are listed once each, with what every judge said, numbered in their order', () => {
    const samples = groupSamples([first, { ...second, rows: second.rows.slice(1).toReversed() }]);
    expect(samples.map(({ id, answers }) => [id, answers.map(({ judge, number }) => [judge, number])])).toEqual([
      ['sample-00000', [[0, 0]]],
      [
        'sample-00001',
        [
          [0, 1],
          [1, 2],
        ],
      ],
      [
        'sample-00002',
        [
          [0, 3],
          [1, 4],
        ],
      ],
    ]);
  });

  it('are listed once even if each judge has its own copy', () => {
    const copied = { ...second, rows: structuredClone(second.rows) };
    expect(groupSamples([first, copied])).toHaveLength(3);
  });

  it('are separate if two decks use one name for different conversations', () => {
    const [row, ...rest] = second.rows;
    if (row === undefined) throw new Error('There is a row.');
    const other = { ...second, rows: [{ ...row, messages: [{ role: 'user', content: 'Hi' }] }, ...rest] };
    expect(groupSamples([first, other]).map(({ id }) => id)).toEqual([
      'sample-00000',
      'sample-00001',
      'sample-00002',
      'sample-00000',
    ]);
  });
});

describe('the texts of requests', () => {
  it('are shared when several samples have them, not when several judges do', () => {
    const texts = listSharedTexts(groupSamples([first, second]));
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain('Grade how friendly');
    expect(texts[1]).toBe('What is the conversation?');
  });

  it('are named by their place, shared ones from -1 down', () => {
    const texts = new RequestTexts(
      new Map([
        ['deck', 0],
        ['question', 1],
      ]),
    );
    expect(['deck', 'mine', 'question', 'yours', 'mine'].map((text) => texts.toPlace(text))).toEqual([-1, 0, -2, 1, 0]);
    expect(texts.own).toEqual(['mine', 'yours']);
  });
});
