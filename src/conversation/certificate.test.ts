import { expect, it } from 'vitest';
import { makeJudge } from '../../test/support/made-certificate.ts';
import { mergeCertificates } from './certificate.ts';

const before = makeJudge({ certificateStatus: 'missing' });
const now = makeJudge();
const other = makeJudge({ deckHash: 'd2' });

it('takes each judge from the newest list that has it', () => {
  expect(mergeCertificates([[now], [before, other]])).toEqual([now, other]);
  expect(mergeCertificates([[], [before]])).toEqual([before]);
  expect(mergeCertificates([])).toEqual([]);
});

it('keeps two entries of one list with the same deck and target', () => {
  const copy = makeJudge({ deck: 'copy.deck.md' });
  expect(mergeCertificates([[now, copy], [before]])).toEqual([now, copy]);
});
