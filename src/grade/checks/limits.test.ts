import { describe, expect, it } from 'vitest';
import { makeSubject } from '../../../test/support/graded-subject.ts';
import type { CallRecord } from '../../conversation/run/run-record.ts';
import type { Wanted } from './check.ts';
import { checkLimits } from './limits.ts';

const call: CallRecord = { latencyMs: 900, costUsd: 0.02, usage: { inputTokens: 100, outputTokens: 50 } };
const toolCalls = [{ name: 'a' }, { name: 'b' }];

const grade = (limits: Wanted<'limits'>, changes: Partial<CallRecord> = {}) =>
  checkLimits(makeSubject('Hi', { reply: { call: { ...call, ...changes }, toolCalls } }), limits);

describe('limits', () => {
  it.each([
    [{ max_tool_calls: 2 }, 1],
    [{ max_tool_calls: 1 }, 0],
    [{ max_tokens: 150 }, 1],
    [{ max_tokens: 149 }, 0],
    [{ max_input_tokens: 99, max_output_tokens: 50 }, 1 / 2],
    [{ max_usd: 0.02, max_ms: 900 }, 1],
    [{ max_usd: 0.01, max_ms: 899, max_tool_calls: 5, max_tokens: 1000 }, 2 / 4],
  ])('%j score %d', (limits, score) => {
    expect(grade(limits)).toMatchObject({ score });
  });

  it('say what was exceeded', () => {
    expect(grade({ max_usd: 0.01, max_ms: 1000 })).toMatchObject({
      reason: '1 of 2 limits kept. Over: cost $0.02 (limit $0.01). Kept: latency 900 ms (limit 1000 ms).',
      evidence: { max_usd: 0.02, max_ms: 900 },
    });
  });

  it('never count something unknown as 0', () => {
    expect(grade({ max_usd: 1 }, { costUsd: null })).toEqual({
      cause: 'not-applicable',
      reason: 'Unknown: cost.',
      evidence: { max_usd: null },
    });
    expect(grade({ max_usd: 1, max_ms: 1000 }, { costUsd: null })).toMatchObject({
      score: 1 / 2,
      unmeasured: { atMost: 1 },
    });
    expect(grade({ max_tokens: 1000 }, { usage: { inputTokens: 5 } })).toMatchObject({ cause: 'not-applicable' });
  });
});
