import { describe, expect, it } from 'vitest';
import type { CaseRecord } from '../../src/conversation/run/run-record.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const node = process.execPath;

/** A program for AgentV. It shows what it was given, and gives the score of its config. */
const judge = `
const input = JSON.parse(await new Response(process.stdin).text());
const { score, reasoning, silent } = input.config ?? {};
const hits = ['answered ' + input.candidate_answer], misses = score === 1 ? [] : ['no order number'];
console.log(JSON.stringify(silent ? { score, hits, misses } : { score, hits, misses, reasoning, given: input }));
`;

/** An agent for AgentV: it answers as JSON and reports its tool calls, one of them with its duration. */
const agent = `
import { writeFileSync } from 'node:fs';
const calls = [
  { tool: 'find', input: { order: 4711 }, output: { place: 'Rome' }, duration_ms: 40 },
  { tool: 'track', input: { order: 4711 } },
];
const content = JSON.stringify({ order: 4711, total: 19.95, sent: '2025-01-15' });
const output_messages = [{ role: 'assistant', tool_calls: calls }, { role: 'assistant', content }];
writeFileSync(process.argv[2], JSON.stringify({ output_messages, token_usage: { input: 30, output: 12 }, cost_usd: 0.02 }));
`;

const targets = `targets:
  - name: agent
    provider: cli
    command_template: '"${node}" ../agent.mjs {OUTPUT_FILE}'
`;

function makeEval(evaluators: readonly unknown[]) {
  const file = {
    execution: { target: 'agent' },
    evalcases: [
      {
        id: 'order',
        expected_outcome: 'Says where the order is.',
        input_messages: [{ role: 'user', content: 'Where is order 4711?' }],
        expected_messages: [{ role: 'assistant', content: { order: 4711, total: 20, sent: '15-JAN-2025' } }],
        execution: { evaluators },
      },
    ],
  };
  return makeProject({
    '.agentv/targets.yaml': targets,
    'agent.mjs': agent,
    'judges/judge.mjs': judge,
    'evals/orders.yaml': JSON.stringify(file, null, 2),
  });
}

async function runEval(...evaluators: readonly unknown[]) {
  const cwd = makeEval(evaluators);
  const { code, out, err } = await runInProcess(['run', 'evals/orders.yaml', '--json', '--quiet'], cwd);
  const { cases }: { readonly cases: readonly CaseRecord[] } = JSON.parse(out);
  const [first] = cases;
  if (first === undefined) throw new Error(err);
  return { code, err, status: first.status, verdicts: first.verdicts };
}

describe('a code_judge of an AgentV file', () => {
  const program = { name: 'quality', type: 'code_judge', script: [node, '../judges/judge.mjs'], cwd: '.' };

  it('needs a score of 0.8 to pass, as in AgentV', async () => {
    const { verdicts, status } = await runEval(
      { ...program, name: 'low', score: 0.79 },
      { ...program, name: 'enough', score: 0.8 },
      { ...program, name: 'own', score: 0.6, threshold: 0.5 },
    );
    expect(verdicts).toMatchObject([
      { grader: 'low', score: 0.79, pass: false },
      { grader: 'enough', score: 0.8, pass: true },
      { grader: 'own', score: 0.6, pass: true },
    ]);
    expect(status).toBe('fail');
  });

  it('gets what AgentV gives it, with the keys that AgentV does not know', async () => {
    const { verdicts } = await runEval({ ...program, score: 1, reasoning: 'Fine.', fields: [{ path: 'order' }] });
    const call = { tool: 'find', input: { order: 4711 }, output: { place: 'Rome' }, duration_ms: 40 };
    expect(verdicts).toMatchObject([
      {
        reason: 'Fine.',
        evidence: {
          given: {
            question: 'Where is order 4711?',
            expected_outcome: 'Says where the order is.',
            reference_answer: expect.stringContaining('"total": 20'),
            candidate_answer: expect.stringContaining('"total":19.95'),
            output_messages: [{ role: 'assistant', tool_calls: [call, { tool: 'track' }] }, { role: 'assistant' }],
            trace_summary: { event_count: 2, tool_calls_by_name: { find: 1, track: 1 } },
            token_usage: { input: 30, output: 12 },
            cost_usd: 0.02,
            config: { score: 1, reasoning: 'Fine.', fields: [{ path: 'order' }] },
          },
        },
      },
    ]);
  });

  it('explains its score with hits and misses', async () => {
    const { verdicts } = await runEval({ ...program, score: 0.5, silent: true });
    expect(verdicts).toMatchObject([
      {
        reason: expect.stringMatching(/^Missed: no order number\. Met: answered \{/),
        evidence: { misses: ['no order number'] },
      },
    ]);
  });

  const missing = { name: 'absent', type: 'code_judge', script: ['no-such-program', '../judges/none.ts'] };

  it('is ungraded without its program, never 0', async () => {
    const { verdicts, status, code } = await runEval(missing, { ...program, score: 1 });
    expect(verdicts).toMatchObject([
      {
        grader: 'absent',
        status: 'ungraded',
        cause: 'provider-error',
        reason: expect.stringContaining('"no-such-program"'),
      },
      { grader: 'quality', status: 'graded', pass: true },
    ]);
    expect([status, code]).toEqual(['ungraded', 3]);
  });

  it('is ungraded without its script', async () => {
    const { verdicts } = await runEval({ ...missing, script: [node, '../judges/none.mjs'] });
    expect(verdicts).toMatchObject([{ grader: 'absent', status: 'ungraded', cause: 'provider-error' }]);
  });

  it('is a warning of validate without its program, which runs nothing', async () => {
    const cwd = makeEval([missing, { ...missing, name: 'script', script: [node, '../judges/none.mjs'] }]);
    const { code, out, err } = await runInProcess(['validate', 'evals/orders.yaml'], cwd, { PATH: cwd });
    const said = `${out}${err}`.replaceAll(/\s+/g, ' ');
    expect(said).toContain(
      'The grader "absent" runs "../judges/none.ts" with "no-such-program". Neither of them exists here.',
    );
    expect(said).toContain('The grader "script" runs "../judges/none.mjs", which does not exist.');
    expect(code).toBe(0);
  });
});

describe('AgentV evaluators without a model', () => {
  it('grade the trace, the fields and the metrics of an agent', async () => {
    const { verdicts } = await runEval(
      {
        name: 'order',
        type: 'tool_trajectory',
        mode: 'in_order',
        expected: [
          { tool: 'find', max_duration_ms: 50 },
          { tool: 'track', args: 'any' },
        ],
      },
      { name: 'slow', type: 'tool_trajectory', mode: 'in_order', expected: [{ tool: 'find', max_duration_ms: 10 }] },
      {
        name: 'untimed',
        type: 'tool_trajectory',
        mode: 'exact',
        expected: [{ tool: 'find' }, { tool: 'track', max_duration_ms: 10 }],
      },
      { name: 'often', type: 'tool_trajectory', mode: 'any_order', minimums: { find: 2, track: 1 } },
      {
        name: 'fields',
        type: 'field_accuracy',
        fields: [
          { path: 'order', match: 'exact' },
          { path: 'total', match: 'numeric_tolerance', tolerance: 0.1 },
          { path: 'sent', match: 'date', formats: ['DD-MMM-YYYY'] },
        ],
      },
      { name: 'metrics', type: 'execution_metrics', max_tool_calls: 2, max_tokens: 42, max_cost_usd: 0.02 },
      { name: 'tokens', type: 'token_usage', max_output: 11 },
      { name: 'cost', type: 'cost', budget: 0.01 },
      { name: 'json', type: 'is-json' },
      { name: 'said', type: 'icontains', value: 'ORDER' },
    );
    expect(
      verdicts.map((verdict) => `${verdict.grader} ${verdict.status === 'graded' ? verdict.pass : verdict.cause}`),
    ).toEqual([
      'order true',
      'slow false',
      'untimed not-applicable',
      'often false',
      'fields true',
      'metrics true',
      'tokens false',
      'cost false',
      'json true',
      'said true',
    ]);
  });
});
