import { describe, expect, it } from 'vitest';
import { findRetryAfterMs, findRetryDelayMs } from './retry-after.ts';

describe('findRetryAfterMs', () => {
  const now = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');

  it.each<[string, Record<string, string>, number | undefined]>([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['parts of seconds', { 'retry-after': '0.5' }, 500],
    ['milliseconds, which go first', { 'retry-after-ms': '250', 'retry-after': '7' }, 250],
    ['a date', { 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT' }, 30_000],
    ['a date that has passed', { 'retry-after': 'Wed, 21 Oct 2026 07:27:00 GMT' }, 0],
    ['nonsense', { 'retry-after': 'soon' }, undefined],
    ['nothing', {}, undefined],
  ])('reads %s', (_what, headers, ms) => {
    expect(findRetryAfterMs(headers, now)).toBe(ms);
  });
});

describe('findRetryDelayMs', () => {
  it('reads what Google writes into the body', () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' }];
    expect(findRetryDelayMs(JSON.stringify({ error: { code: 429, details } }))).toBe(34_500);
  });

  it('finds nothing elsewhere', () => {
    expect(findRetryDelayMs('{}')).toBeUndefined();
  });
});
