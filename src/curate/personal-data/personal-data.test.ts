import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../conversation/item/item.ts';
import { findPersonalData } from './personal-data.ts';

const empty: Item = { id: 'a', datasetName: 'd', status: 'draft', refs: [], manualTags: [], meta: {} };

function find(answer: string): readonly string[] {
  return findPersonalData({ ...empty, answer }).map(({ kind, snippet }) => `${kind} ${snippet}`);
}

describe('what is found', () => {
  it.each([
    ['Write to anna.smith@example.com.', ['email a***@e***.com']],
    ['a@b.de, c+d@mail.co.uk;', ['email a***@b***.de', 'email c***@m***.uk']],
    ['<jörg@müller.de>', ['email j***@m***.de']],
    ['Call +49 30 1234512 now', ['phone +49 ** *****12']],
    ['+1 (555) 123-4567', ['phone +1 (5**) ***-**67']],
    ['(555) 123-4567', ['phone (5**) ***-**67']],
    ['+491701234567', ['phone +49********67']],
    ['Tel:030/1234567', ['phone 0**/*****67']],
    ['Tel.: 030 - 123 45 67', ['phone 0** - *** ** 67']],
    ['1-800-555-1234', ['phone 1-***-***-**34']],
    ['555.123.4567', ['phone 5**.***.**67']],
    ['06 12 34 56 78', ['phone 0* ** ** ** 78']],
    ['my card 4111 1111 1111 1111 12/28', ['card 4*** **** **** 1111']],
    ['4111-1111-1111-1111', ['card 4***-****-****-1111']],
    ['5555555555554444,', ['card 5***********4444']],
    ['amex 3782 822463 10005', ['card 3*** ****** *0005']],
    ['card:378282246310005', ['card 3**********0005']],
    [
      'x@y.org or +1 212 555 0100, card 4111111111111111',
      ['email x***@y***.org', 'phone +1 2** *** **00', 'card 4***********1111'],
    ],
  ])('%j', (text, wanted) => {
    expect(find(text)).toEqual(wanted);
  });
});

describe('what is left alone', () => {
  it.each([
    ['an @ of another kind', '@user a@b, me@localhost, x @ y.com, a@.com, .@x.c'],
    ['a date', '2026-11-15, 15.11.2026, 11/15/2026, 2026-11-15 10:30, 2026-11-15T10:30:00.123Z'],
    ['the name of a run', 'Run 20261116-022602-ytk6, case 20261116-022602'],
    ['years', '1998-2024, 2019–2024'],
    ['a name that tells when it was given', 'Run 20261115-224530-k3fm, run:20261115-224530-2kfm'],
    ['a plain number', '12345678, 1000000000, 0301234567'],
    ['an order number', 'order 12-345, #555-1234567, A-555-123-4567, 123-4567890-1234567'],
    ['an amount', '1,234,567.00, 1.234.567, 12 345 678, $555 123 4567, 3.14159265'],
    ['a version or an address of a machine', '192.168.100.200, 10.15.7'],
    ['an address of a page', 'https://a.example/555-123-4567?n=555-123-4567'],
    ['a book', 'ISBN 978-3-16-148410-0'],
    ['numbers in a row', '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20'],
    ['a number that does not check', '4111 1111 1111 1112 x'],
    ['digits of a longer run', '941111111111111111111, a4111111111111111, 0.4111111111111111'],
    ['columns of a table', '100  200  300  400'],
    ['a time in milliseconds', '1700000000003 1763161200000'],
  ])('%s', (_title, text) => {
    expect(find(text)).toEqual([]);
  });
});

it('reports the path of each, in the order of the item', () => {
  const ref = { url: 'http://a', content: 'x@a.com', keyExcerpt: 'y@a.com' };
  const found = findPersonalData({
    ...empty,
    synthQuestion: 'a@a.com',
    editedQuestion: 'b@a.com',
    answer: 'c@a.com',
    comment: 'd@a.com',
    refs: [ref],
    history: [
      { role: 'user', msg: 'hi', tags: [] },
      { role: 'assistant', msg: 'e@a.com', tags: [], refs: [{ url: 'http://b' }, ref] },
    ],
  });
  expect(found.map(({ path }) => path)).toEqual([
    ...['synthQuestion', 'editedQuestion', 'answer', 'refs[0].content', 'refs[0].keyExcerpt'],
    ...['history[1].msg', 'history[1].refs[1].content', 'history[1].refs[1].keyExcerpt', 'comment'],
  ]);
});

it('gives the first 20', () => {
  expect(find('a@b.com +49 30 1234512 '.repeat(50))).toHaveLength(20);
});

it('never shows what it found whole', () => {
  const digits = fc.stringMatching(/^[2-9]\d{2} \d{3} \d{4}$/);
  const name = fc.stringMatching(/^[a-z]{5,10}$/);
  fc.assert(
    fc.property(digits, name, name, (number, local, domain) => {
      const shown = find(`${number}, ${local}@${domain}.com`).join();
      expect(shown).not.toContain(local);
      expect(shown).not.toContain(domain);
      expect(shown).not.toContain(number);
    }),
  );
});

it('reads any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0149 -.()/+@a_\u00a0') }), (text) => {
      for (const found of find(text)) expect(found).toContain('*');
    }),
  );
});

it.each(['@', 'a@', '1 ', '1', '4111 ', '+1-', 'a.', '1.'])('reads 2 MB of %j', (piece) => {
  expect(find(piece.repeat(2_000_000 / piece.length)).length).toBeLessThanOrEqual(20);
});
