import { expect, it } from 'vitest';
import { makeJudge } from '../../test/support/made-certificate.ts';
import { mergeCertificates } from './certificate.ts';

const before = makeJudge({ certificateStatus: 'missing' });
const now = makeJudge();
const other = makeJudge({ deckHash: 'd2' });

it('takes a judge from the newest list that has it, and the others from older ones', () => {
  expect(mergeCertificates([[now], [before, other]])).toEqual([now, other]);
  expect(mergeCertificates([[], [before]])).toEqual([before]);
  expect(mergeCertificates([])).toEqual([]);
});

it('keeps two entries of one list that verdicts cannot tell apart', () => {
  const copy = makeJudge({ deck: 'copy.deck.md' });
  expect(mergeCertificates([[now, copy], [before]])).toEqual([now, copy]);
});
