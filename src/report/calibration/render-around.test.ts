import { describe, expect, it } from 'vitest';
import { makeCalibration } from '../../../test/support/made-calibration.ts';
import {
  lenient,
  makeInconclusive,
  type ReportChanges,
  renderReport,
} from '../../../test/support/made-calibration-report.ts';
import type { Calibration } from '../../calibrate/calibration.ts';

const { gate } = makeCalibration();

describe('the next step', () => {
  const done = { gate: true, probe: true, allowLeak: false };
  const requested = (waiting: number) => ({
    done: { ...done, requested: { waiting, toCommand: (deck: string) => `turnwise label todo --deck ${deck}` } },
  });
  const draws = { drawn: 138, answered: 92, skipped: 0 };
  const unscored = makeInconclusive({}, { evidence: { random: 92, chosen: 0, byVerdict: 0, draws } });
  const labelCommand = 'turnwise label more --deck tone.deck.md';
  const obeying = makeCalibration({ gate: { ...gate, caveats: ['it obeys'] } });
  it.each<readonly [string, Calibration, ReportChanges, RegExp]>([
    [
      'trusted on tune',
      makeCalibration(),
      {},
      /Measure it on the test samples:\n {2}turnwise calibrate {"split":"test","gate":true,"requestLabels":false}/,
    ],
    [
      'trusted on tune, where nothing is kept aside',
      makeCalibration(),
      { keptForTest: 0 },
      /held-out samples\. Mark some with split = "test" \(items: the tag split:test\)\.\n$/,
    ],
    ['trusted on test', makeCalibration(), { split: 'test' }, /turnwise calibrate {"gate":true,"requestLabels":false}/],
    [
      'certified without probes',
      makeCalibration(),
      { split: 'test', done: { ...done, probe: false } },
      /turnwise calibrate {"probe":true,"gate":false,"requestLabels":false}/,
    ],
    ['certified', makeCalibration(), { split: 'test', done }, /turnwise run reads the certificate/],
    ['trusted with a caveat', obeying, { split: 'test', done }, /^Next: tell the judge .* probe again\.$/m],
    ['not-trusted', lenient, {}, /^Next: read the disagreements/m],
    ['open', makeInconclusive(), {}, /turnwise calibrate {"requestLabels":true}/],
    [
      'bound to be missed',
      makeInconclusive({ outlook: 'missed' }),
      {},
      /^Next: read the disagreements and fix the deck\. Unchanged, it will probably miss the TNR threshold\.\n$/m,
    ],
    [
      'open, by the bundled deck',
      makeInconclusive(),
      { isBundled: true },
      /add more scored conversations to the samples, and calibrate again\.\n$/,
    ],
    ['not trusted, by the bundled deck', lenient, { isBundled: true }, /use another judge or write your own deck/],
    ['requested', makeInconclusive(), requested(3), /:\n {2}turnwise label todo --deck tone\.deck\.md\n$/],
    ['asked for in vain', makeInconclusive(), requested(0), /Run an eval with this deck/],
    [
      'not scored yet in part',
      unscored,
      { labelCommand },
      /^Next: 46 of 138 drawn conversations have no score yet\. Score them first:\n {2}turnwise label more --deck tone\.deck\.md\n$/m,
    ],
    [
      'not scored yet in part, where labels were requested',
      unscored,
      { labelCommand, ...requested(46) },
      /Score them first:\n {2}turnwise label more /,
    ],
    ['leaked', makeCalibration(), { done: { ...done, allowLeak: true } }, /Remove --allow-leak/],
    ['nothing graded', makeCalibration({ graded: 0, compared: 0 }), {}, /No sample was graded/],
    ['nothing scored', makeCalibration({ compared: 0 }), {}, /has a human score/],
  ])('of one that is %s', (_, calibration, changes, wanted) => {
    expect(renderReport(calibration, changes)).toMatch(wanted);
  });

  it('names whose it is where judges have different ones, and asks only those', () => {
    expect(renderReport([lenient, makeInconclusive(), makeInconclusive({}, { target: 'mini' })])).toMatch(
      /^Next for nice: read .*\nNext for gpt, mini: get more .*:\n {2}.* {"requestLabels":true,"decks":\["tone\.deck\.md"\],"judges":\["gpt","mini"\]}\n$/m,
    );
  });

  it('counts samples that were skipped', () => {
    const text = renderReport(makeCalibration(), { split: 'test', skipped: 2 });
    expect(text).toContain('2 samples could not be used and were skipped');
  });
});
