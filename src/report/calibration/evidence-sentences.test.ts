import { expect, it } from 'vitest';
import { makeCalibration, makeGated } from '../../../test/support/made-calibration.ts';
import { toNeededLabels } from '../../calibrate/gate/needed-labels.ts';
import type { Evidence } from '../../conversation/certificate.ts';
import { undefinedEstimate } from '../../statistics/estimate.ts';
import { listEvidenceSentences } from './evidence-sentences.ts';

const { gate } = makeCalibration();

it.each<[Evidence, readonly string[]]>([
  [{ random: 0, chosen: 40, byVerdict: 0 }, ['40 labels, all hand-picked, none drawn at random.']],
  [{ random: 60, chosen: 30, byVerdict: 0 }, ['67% of 90 labels were drawn at random, the others were hand-picked.']],
  [
    { random: 60, chosen: 0, byVerdict: 14, draws: { drawn: 70, answered: 60, skipped: 4 } },
    [
      '100% of 60 labels were drawn at random. 14 more were picked by verdict and are not used.',
      'Of 70 drawn conversations: 60 answered, 4 skipped, 6 unanswered. With fewer than 90% answered, rates are bounds.',
    ],
  ],
  [
    { random: 60, chosen: 0, byVerdict: 0, draws: { drawn: 60, answered: 60, skipped: 0 } },
    ['100% of 60 labels were drawn at random.', 'Of 60 drawn conversations: 60 answered.'],
  ],
  [{ random: 0, chosen: 0, byVerdict: 14 }, ['All 14 labels were picked by verdict.']],
  [{ random: 0, chosen: 0, byVerdict: 0 }, []],
])('describes %j: %j', (evidence, sentences) => {
  expect(listEvidenceSentences({ evidence, gate })).toEqual(sentences);
});

it('says why labels that a person chose are not in the forecast', () => {
  const needed = toNeededLabels({ name: 'kappa', metric: undefinedEstimate(20, 'no pair of scores'), threshold: 0.6 });
  const open = { ...gate, needed: [needed] };
  expect(listEvidenceSentences({ evidence: { random: 0, chosen: 20, byVerdict: 0 }, gate: open })).toEqual([
    '20 labels, all hand-picked, none drawn at random.',
    'The forecast counts only labels on random conversations. Labels on hand-picked conversations carry little weight.',
  ]);
  expect(listEvidenceSentences({ evidence: { random: 20, chosen: 0, byVerdict: 0 }, gate: open })).toHaveLength(1);
});

it('says what a later judge of the same test samples needs', () => {
  const later = { ...gate, judgeNumber: 3, metrics: [makeGated('tnr', { neededE: 240 })] };
  expect(listEvidenceSentences({ evidence: { random: 0, chosen: 0, byVerdict: 0 }, gate: later })).toEqual([
    '2 other judges were tried on these test samples before, so this one needs an e-value of 240.',
  ]);
});
