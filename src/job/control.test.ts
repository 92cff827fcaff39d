import { expect, it } from 'vitest';
import { PlayStopped } from '../base/play-stopped.ts';
import { JobControl } from './control.ts';

it('drains: no call begins, those in flight go on', () => {
  const control = new JobControl();
  control.drain();
  expect([control.isDraining, control.isStopping, control.signal.aborted]).toEqual([true, true, false]);
  expect(control.waiting.reason).toBeInstanceOf(PlayStopped);
});

it('aborts: those in flight end, too', () => {
  const control = new JobControl();
  control.abort();
  expect([control.isDraining, control.signal.aborted]).toEqual([true, true]);
});

it('skips the rest for the first reason that was told', () => {
  const control = new JobControl();
  control.skipRest('--max-calls 3 was reached');
  control.skipRest('--budget-usd 1 was reached');
  expect([control.skipReason, control.isDraining, control.isStopping]).toEqual([
    '--max-calls 3 was reached',
    false,
    true,
  ]);
});
