import { describe, expect, it } from 'vitest';
import { cutLine, cutStart } from './one-line.ts';
import { renderTable } from './render-table.ts';

describe('cutLine', () => {
  it.each([
    ['refund', 6, 'refund'],
    ['refunds', 6, 'refun…'],
    // The emoji takes two columns, and is never cut in half.
    ['abcd👍efgh', 6, 'abcd…'],
    ['abcd👍efgh', 7, 'abcd👍…'],
    // Each Japanese character takes two columns.
    ['返品の期限', 7, '返品の…'],
    ['refunds', 1, '…'],
    ['refunds', Number.POSITIVE_INFINITY, 'refunds'],
  ])('cuts %j to %d columns', (text, width, cut) => {
    expect(cutLine(text, width)).toBe(cut);
  });
});

describe('cutStart', () => {
  it.each([
    ['evals/refunds.yaml', 9, '…nds.yaml'],
    ['abcd👍efgh', 6, '…efgh'],
  ])('keeps the end of %j in %d columns', (text, width, cut) => {
    expect(cutStart(text, width)).toBe(cut);
  });
});

describe('renderTable', () => {
  it('aligns columns by what a terminal shows, wide characters included', () => {
    const rows = [
      ['返品', '1'],
      ['late-refund', '20'],
    ];
    expect(renderTable([{ head: 'case' }, { head: 'n', right: true }], rows)).toEqual({
      head: 'case          n',
      lines: ['返品          1', 'late-refund  20'],
    });
  });
});
