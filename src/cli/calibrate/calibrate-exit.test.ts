import { expect, it } from 'vitest';
import { makeCalibration } from '../../../test/support/made-calibration.ts';
import type { Calibration } from '../../calibrate/calibration.ts';
import type { GateState } from '../../conversation/certificate.ts';
import { toCalibrateExit } from './calibrate-exit.ts';

const inState = (state: GateState) => makeCalibration({ gate: { ...makeCalibration().gate, state } });
const silent = (ungraded: Calibration['ungraded']) => ({ ...inState('not-trusted'), graded: 0, compared: 0, ungraded });

const [good, bad, open] = [inState('trusted'), inState('not-trusted'), inState('insufficient-labels')];

it.each<readonly [string, readonly Calibration[], boolean, number, string]>([
  ['trusted', [good], true, 0, ''],
  ['not trusted, nobody asked', [bad], false, 0, ''],
  ['not-trusted', [bad], true, 1, 'the judge is not trusted'],
  ['open', [open], true, 1, 'there are not enough labels'],
  ['one of two', [good, open], true, 1, '1 of 2 judges is trusted'],
  [
    'never answered',
    [silent({ 'provider-error': 3, timeout: 1 })],
    true,
    1,
    'the judge is not trusted, gpt graded nothing (3 provider-error, 1 timeout)',
  ],
  ['never answered, nobody asked', [silent({ timeout: 4 })], false, 3, 'gpt graded nothing (4 timeout)'],
  [
    'answered nonsense',
    [silent({ unparseable: 4 })],
    true,
    1,
    'the judge is not trusted, gpt graded nothing (4 unparseable)',
  ],
  ['answered nonsense, nobody asked', [silent({ unparseable: 4 })], false, 3, 'gpt graded nothing (4 unparseable)'],
  ['one never answered, another did', [good, silent({ timeout: 4 })], false, 3, 'gpt graded nothing (4 timeout)'],
  ['one has nobody to ask', [good, silent({ 'no-judge': 4 })], false, 3, 'gpt graded nothing (4 no-judge)'],
  ['one answered nonsense, another did not', [good, silent({ unparseable: 4 })], false, 0, ''],
  [
    'one of another deck never answered',
    [good, { ...silent({ timeout: 4 }), deck: 'b.deck.md' }],
    false,
    3,
    'b.deck.md with gpt graded nothing (4 timeout)',
  ],
])('%s', (_, calibrations, isGated, code, message) => {
  const exit = toCalibrateExit(calibrations, isGated);
  expect(exit.code).toBe(code);
  expect(exit.message).toBe(message === '' ? undefined : `Exit code ${code}: ${message}.`);
});
