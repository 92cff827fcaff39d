import { expect, it } from 'vitest';
import type { ArchiveRow } from '../archive-port.ts';
import type { Column } from '../sqlite/catalog.ts';
import { findMisfit } from './archive-load.ts';

const columns = new Map<string, Column>([
  ['no', { kind: 'whole', isNullable: false, isNeeded: true }],
  ['turn', { kind: 'turn', isNullable: false, isNeeded: false }],
  ['name', { kind: 'text', isNullable: true, isNeeded: false }],
  ['weight', { kind: 'number', isNullable: false, isNeeded: false }],
  ['hash', { kind: 'bytes', isNullable: false, isNeeded: false }],
]);

it.each<[string, ArchiveRow['row']]>([
  ['all columns', { no: 1, name: 'a', weight: 0.5, hash: new Uint8Array([1]) }],
  ['all turns for a turn', { no: 1, turn: -1 }],
  ['only those that are needed', { no: 0 }],
  ['nothing where that is allowed', { no: 1, name: null }],
])('takes a row with %s', (_title, row) => {
  expect(findMisfit(row, columns)).toBeUndefined();
});

it.each<[string, ArchiveRow['row'], string]>([
  ['nothing in it', {}, 'it is empty'],
  ['a column that is not there', { no: 1, odd: 1 }, 'its table has no column "odd"'],
  ['a column of objects', Object.fromEntries([['__proto__', 1]]), 'its table has no column "__proto__"'],
  ['a column missing', { name: 'a' }, '"no" is missing'],
  ['nothing where something is needed', { no: null }, '"no" must be a whole number'],
  ['a text for a number', { no: '1' }, '"no" must be a whole number'],
  ['a broken number', { no: 1.5 }, '"no" must be a whole number'],
  ['a number that cannot be counted on from', { no: 9.3e18 }, '"no" must be a whole number'],
  ['a number below all', { no: -1 }, '"no" must be a whole number'],
  ['a number without end', { no: 1, weight: Number.POSITIVE_INFINITY }, '"weight" must be a number'],
  ['a number for a text', { no: 1, name: 7 }, '"name" must be text'],
  ['a text for bytes', { no: 1, hash: 'a' }, '"hash" must be bytes'],
])('refuses a row with %s', (_title, row, why) => {
  expect(findMisfit(row, columns)).toContain(why);
});
