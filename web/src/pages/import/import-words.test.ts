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
  const fault = (code: string, more: object = {}) =>
    new ApiFault({ type: '', title: '', status: 422, code, detail: 'As the server says.', ...more });

  it.each([
    ['a file that was changed', new UnreadableFile('no'), 'Choose it again.'],
    ['an unreachable server', new UnreachableFault(undefined), 'turnwise serve'],
    ['any other server error', fault('STORE_FULL'), 'As the server says.'],
    ['an internal error', new TypeError('x'), 'Reload it'],
  ])('says what to do about %s', (_name, error, text) => {
    expect(toFaultText(error)).toContain(text);
  });

  it('says in which line the file is bad', () => {
    expect(toFaultText(fault('IMPORT_BAD_TABLE', { line: 1203 }))).toBe('Line 1,203: As the server says.');
  });

  it('names the fields of the page instead of flags', () => {
    const unknown = { detail: 'It has the keys "a", "b". Set --format to one.', hint: 'Set --format to one.', line: 1 };
    const text = toFaultText(fault('IMPORT_UNKNOWN_FORMAT', unknown));
    expect(text).toBe(
      'It has the keys "a", "b". If these are conversations, choose the format or fill in the mapping above, such as messages=chat, id=ticket.',
    );
    const columns = {
      detail: 'Its columns are "a". Name them: --map user=<column>.',
      hint: 'Name them: --map user=<column>.',
    };
    expect(toFaultText(fault('IMPORT_UNKNOWN_COLUMNS', columns))).toMatch(
      /^Its columns are "a"\. Fill in the mapping above: user=<column>, assistant=<column>\./,
    );
    const map = { detail: 'No part=column. Write it as --map user=q.', hint: 'Write it as --map user=q.' };
    expect(toFaultText(fault('IMPORT_BAD_MAP', map))).toBe('No part=column. Write it as user=q.');
  });
});

it('names the option that imports a conflicting item', () => {
  expect(toProblemText({ code: 'DUPLICATE_ID', message: 'mode upsert' })).toContain('Overwrite');
  expect(toProblemText({ code: 'OTHER', message: 'As it is.' })).toBe('As it is.');
  const message = 'It looks like a table row. Read the file with --format table, or move the line to its own file.';
  expect(toProblemText({ code: 'IMPORT_OTHER_FORMAT', message })).toBe(
    'It looks like a table row. Choose the format “Table” above, or move the line to its own file.',
  );
});

it('names the run of a file with rewards', () => {
  const size = { conversations: 200, cases: 50, repeats: 4, rewards: 1 };
  expect(toRunText({ ...size, isNew: true })).toBe(
    'This file is also a run: 200 conversations with 1 reward. It is recorded if every conversation is imported.',
  );
  const show = 'See it with: turnwise show run:r1';
  expect(toRunText({ ...size, isNew: true, run: 'r1' })).toBe(
    `Recorded run r1: 200 conversations with 1 reward. ${show}`,
  );
  expect(toRunText({ ...size, isNew: false, run: 'r1' })).toContain('This file is already run r1');
});
