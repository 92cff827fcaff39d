import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { noCounts } from '../../conversation/run/run-record.ts';
import { toRunLine } from '../../job/run-line.ts';
import type { RunRecord } from '../../store/port.ts';
import { renderBytes, renderState } from './render-runs.ts';

const owner = { process: 123, host: hostname(), token: 'x', since: '2026-11-15T22:45:00.000Z' };
const record: RunRecord = {
  ...{ id: '20261115-224500-abcd', state: 'running', startedAt: owner.since, counts: noCounts, owner },
  spec: { files: [], attachments: [], targets: [], options: { repeat: 1 }, conversations: 1 },
};
const { owner: _holder, ...free } = record;

describe('the state of a run', () => {
  it.each([
    ['names the process that plays it', record, false, 'running (process 123)'],
    ['is crashed when that process died', record, true, 'crashed'],
    ['is crashed when it has no owner', free, false, 'crashed'],
    ['is completed', { ...free, state: 'completed' as const }, false, 'completed'],
    ['is stopped', { ...free, state: 'stopped' as const }, false, 'stopped'],
  ])('%s', (_title, run, isExpired, text) => {
    expect(renderState(toRunLine(run, () => isExpired))).toBe(text);
  });

  it('names the machine when it is another one', () => {
    const elsewhere = { ...record, owner: { ...owner, host: 'far-away' } };
    expect(renderState(toRunLine(elsewhere, () => false))).toBe('running (process 123 on far-away)');
  });

  it('looks at the last sign of life, or at the beginning when there was none', () => {
    const seen: string[] = [];
    const isExpired = (_holder: unknown, heartbeatAt: string) => seen.push(heartbeatAt) > 0;
    toRunLine({ ...record, heartbeatAt: '2026-11-15T22:46:00.000Z' }, isExpired);
    toRunLine(record, isExpired);
    expect(seen).toEqual(['2026-11-15T22:46:00.000Z', owner.since]);
  });
});

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [9_949, '9.9 kB'],
  [9_950, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [5e12, '5.0 TB'],
  [5e15, '5000 TB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(renderBytes(bytes)).toBe(text);
});
