import { describe, expect, it } from 'vitest';
import { ApiFault, UnreachableFault } from '../../data/api-fault.ts';
import { UnreadableFile } from '../../data/imports.ts';
import { toFaultText, toProblemText, toRunText, toSizeText } from './import-words.ts';

describe('toSizeText', () => {
  it.each([
    [1, '1 byte'],
    [340, '340 bytes'],
    [1536, '1.5 KB'],
    [120_000, '117 KB'],
    [3_500_000, '3.3 MB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(toSizeText(bytes)).toBe(text);
  });
});

describe('toFaultText', () => {
  const fault = (code: string) =>
    new ApiFault({ type: '', title: '', status: 422, code, detail: 'As the server says.' });

  it.each([
    ['a file that was changed', new UnreadableFile('no'), 'Choose it again.'],
    ['an unreachable server', new UnreachableFault(undefined), 'turnwise serve'],
    ['an unknown format', fault('IMPORT_UNKNOWN_FORMAT'), 'choose the format above'],
    ['any other server error', fault('STORE_FULL'), 'As the server says.'],
    ['an internal error', new TypeError('x'), 'Reload it'],
  ])('says what to do about %s', (_name, error, text) => {
    expect(toFaultText(error)).toContain(text);
  });
});

it('names the option that imports a conflicting item', () => {
  expect(toProblemText({ code: 'DUPLICATE_ID', message: 'mode upsert' })).toContain('Overwrite');
  expect(toProblemText({ code: 'OTHER', message: 'As it is.' })).toBe('As it is.');
});

it('names the run of a file with rewards', () => {
  const size = { conversations: 200, cases: 50, repeats: 4, rewards: 1 };
  expect(toRunText({ ...size, isNew: true })).toBe('This file is also a run: 200 conversations with 1 reward.');
  const show = 'See it with: turnwise show run:r1';
  expect(toRunText({ ...size, isNew: true, run: 'r1' })).toBe(
    `Recorded run r1: 200 conversations with 1 reward. ${show}`,
  );
  expect(toRunText({ ...size, isNew: false, run: 'r1' })).toContain('This file is already run r1');
});
