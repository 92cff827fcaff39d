import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { type ProgressInput, ProgressLine } from './progress-line.ts';

function drawLine(
  errors: number,
  more: Partial<ProgressInput> = {},
  add: (line: ProgressLine) => void = () => {},
): string {
  let printed = '';
  const err = (text: string) => {
    printed += text;
  };
  const color = { out: false, err: false };
  const io = { out: () => {}, err, cwd: '.', env: {}, isInteractive: false, color, columns: 100 };
  const line = new ProgressLine({ total: 9, done: 0, clock: new FakeClock(), inFlight: () => 1, ...more }, io);
  add(line);
  for (let count = 0; count < errors; count += 1) line.addCase('error');
  line.note('stopping');
  line.stop();
  return printed;
}

describe('ProgressLine', () => {
  it.each([
    [0, '0/9 · 1 in flight · stopping\n'],
    [1, '1/9 · 1 in flight · 1 error · stopping\n'],
    [2, '2/9 · 1 in flight · 2 errors · stopping\n'],
  ])('counts %i errors in words', (errors, line) => {
    expect(drawLine(errors)).toBe(line);
  });

  it('counts turns, and shows calls that wait for a rate limit', () => {
    const wait = { calls: 3, ms: 11_200 };
    const printed = drawLine(0, { findWait: () => wait }, (line) => {
      for (const by of ['target', 'simulator', 'target'] as const)
        line.addReply({ by, call: { latencyMs: 1, costUsd: 0 } });
      line.addReply({ call: { latencyMs: 1, costUsd: 0 } });
    });
    expect(printed).toBe('0/9 · 2 turns · 1 in flight · 3 calls waiting 12 s for a rate limit · stopping\n');
  });
});
