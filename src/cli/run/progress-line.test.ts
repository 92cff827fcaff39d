import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { ProgressLine } from './progress-line.ts';

function tell(errors: number): string {
  let said = '';
  const err = (text: string) => {
    said += text;
  };
  const color = { out: false, err: false };
  const io = { out: () => {}, err, cwd: '.', env: {}, isInteractive: false, color, columns: 100 };
  const line = new ProgressLine({ total: 9, done: 0, clock: new FakeClock(), inFlight: () => 1 }, io);
  for (let count = 0; count < errors; count += 1) line.addCase('error');
  line.note('stopping');
  line.stop();
  return said;
}

describe('ProgressLine', () => {
  it.each([
    [0, '0/9 · 1 in flight · stopping\n'],
    [1, '1/9 · 1 in flight · 1 error · stopping\n'],
    [2, '2/9 · 1 in flight · 2 errors · stopping\n'],
  ])('counts %i errors in words', (errors, line) => {
    expect(tell(errors)).toBe(line);
  });
});
