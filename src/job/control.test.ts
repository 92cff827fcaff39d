import { expect, it } from 'vitest';
import { PlayStopped } from '../base/play-stopped.ts';
import { JobControl } from './control.ts';

it('drain stops new calls, and calls in flight finish', () => {
  const control = new JobControl();
  control.drain();
  expect([control.isDraining, control.isStopping, control.signal.aborted]).toEqual([true, true, false]);
  expect(control.waiting.reason).toBeInstanceOf(PlayStopped);
});

it('abort stops calls in flight too', () => {
  const control = new JobControl();
  control.abort();
  expect([control.isDraining, control.signal.aborted]).toEqual([true, true]);
});

it('keeps the first reason to skip the rest', () => {
  const control = new JobControl();
  control.skipRest('--max-calls 3 was reached');
  control.skipRest('--budget-usd 1 was reached');
  expect([control.skipReason, control.isDraining, control.isStopping]).toEqual([
    '--max-calls 3 was reached',
    false,
    true,
  ]);
});
