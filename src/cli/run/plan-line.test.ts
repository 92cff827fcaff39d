import { describe, expect, it } from 'vitest';
import { noCounts } from '../../conversation/run/run-record.ts';
import type { RunTarget } from '../../conversation/run/run-spec.ts';
import type { ExpectedHits } from '../../job/expected-hits.ts';
import type { RunJob } from '../../jobs/run/job.ts';
import type { RunPlan } from '../../play/run-plan.ts';
import { renderPlanLine } from './plan-line.ts';

const free = { costUsd: { low: 0, high: 0 }, unpriced: [] };
const targets: readonly RunTarget[] = [
  { file: 'targets.yaml', spec: { id: 'bot', provider: 'openai', model: 'm' } },
  { file: 'targets.yaml', spec: { id: 'agent', provider: 'command', command: ['agent'], input: 'json' } },
  { file: 'targets.yaml', spec: { id: 'other', provider: 'command', command: ['other'], input: 'json' } },
  { file: 'targets.yaml', spec: { id: 'service', provider: 'http', url: 'http://127.0.0.1/' } },
];
const tokens = { low: 500, high: 4_200 };

function render(plan: Partial<RunPlan>, repeat = 1, hits?: ExpectedHits): string {
  const calls = { low: 10, high: 10 };
  const sends = new Map([['bot', ['messages'] as const]]);
  const whole: RunPlan = {
    ...{
      cases: 2,
      clusters: plan.cases ?? 2,
      targets: ['bot'],
      sends,
      conversations: 2,
      calls,
      inputTokens: tokens,
      outputTokens: tokens,
    },
    ...free,
    ...plan,
  };
  const options = { repeat };
  const spec = { files: [], attachments: [], targets, options, conversations: whole.conversations };
  // The line uses only these parts of a job.
  const job = {
    plan: whole,
    spec,
    before: noCounts,
    retried: 0,
    isResumed: false,
    keptSends: new Map(),
    run: 'r1',
  } as unknown;
  return renderPlanLine(job as RunJob, hits);
}

describe('renderPlanLine', () => {
  it('prints what a run will do and cost', () => {
    expect(render({})).toBe(
      'Plan: 2 cases, 2 conversations with bot · 10 calls · up to 8.4k tokens, no cost · too few cases to detect a difference (6 needed) · bot gets chat messages',
    );
  });

  it('prints the minimum detectable difference', () => {
    expect(render({ cases: 100 })).toContain(' · minimum detectable difference ~13 pp · ');
    expect(render({ cases: 100, clusters: 40 })).toContain(' · minimum detectable difference ~20 pp · ');
    // More than 20% of the cases would have to change.
    expect(render({ cases: 10 })).toContain(' · minimum detectable difference ~68 pp · ');
    expect(render({ cases: 5000 })).toContain(' · minimum detectable difference ~1.8 pp · ');
    expect(render({ cases: 9, clusters: 3 })).toContain(
      ' · too few independent conversations to detect a difference (6 needed) · ',
    );
  });

  it('prints the format that each target is sent', () => {
    const sends = new Map([
      ['bot', ['question', 'messages'] as const],
      ['agent', ['question'] as const],
      ['other', ['question'] as const],
      ['service', ['question'] as const],
    ]);
    expect(render({ sends })).toContain(
      ' · bot gets one formatted question and chat messages, as 2 variants, agent, other get JSON on stdin, service gets question and messages as JSON',
    );
  });

  it('names AgentV files, whose targets are sent the question', () => {
    const sends = new Map([['bot', ['question'] as const]]);
    expect(render({ hasAgentv: true, sends })).toMatch(
      /^Plan: 2 cases \(AgentV\), .* · bot gets one formatted question$/,
    );
  });

  it('prints the expected cache hits, which are free', () => {
    const costUsd = { low: 1, high: 2 };
    expect(render({ costUsd }, 1, { hits: 4, isCut: false })).toContain(
      ' · 10 calls · 4 expected from the cache · up to 8.4k tokens, up to $2.00',
    );
    expect(render({ costUsd }, 1, { hits: 10, isCut: false })).toMatch(
      / · 10 expected from the cache · .*, no cost · /,
    );
    const calls = { low: 90_000, high: 90_000 };
    expect(render({ calls }, 1, { hits: 2_345, isCut: true })).toContain(
      ' · at least 2,345 expected from the cache · ',
    );
  });

  it('counts judge calls separately', () => {
    const judging = { ...free, calls: { low: 4, high: 4 } };
    // 14 calls in total, 4 of them by judges
    expect(render({ calls: { low: 14, high: 14 }, judging })).toContain(' · 10 calls + 4 judge calls · ');
    // 3 repeats: 3 · (1 + 1) calls in total, 3 · 1 of them by judges
    const once = { ...free, calls: { low: 1, high: 1 } };
    expect(render({ calls: { low: 6, high: 6 }, judging: once }, 3)).toContain(' · 3 calls + 3 judge calls · ');
    // 2 to 5 calls of the target, 1 to 4 of judges
    const range = { ...free, calls: { low: 1, high: 4 } };
    expect(render({ calls: { low: 3, high: 9 }, judging: range })).toContain(
      ' · up to 5 calls + up to 4 judge calls · ',
    );
  });
});
