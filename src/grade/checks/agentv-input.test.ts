import { describe, expect, it } from 'vitest';
import { makeSubject } from '../../../test/support/graded-subject.ts';
import type { CallRecord } from '../../conversation/run/run-record.ts';
import { toAgentvInput } from './agentv-input.ts';

const evalCase = {
  outcome: 'Says where it is.',
  input_messages: [
    { role: 'system', content: [{ type: 'file' as const, value: 'shop.instructions.md' }] },
    { role: 'user', content: [{ type: 'file' as const, value: 'order.txt' }, 'Where is it?'] },
  ],
  expected_messages: [{ role: 'assistant', content: { place: 'Rome' } }],
};
const find = { id: 'c1', function: { name: 'find', arguments: '{"id": 7}' }, duration_ms: 40 };
const trace = [
  { role: 'assistant', content: 'Let me look.', tool_calls: [find] },
  { role: 'tool', tool_call_id: 'c1', content: '{"place": "Rome"}' },
];
const call: CallRecord = { latencyMs: 90, costUsd: 0.25, usage: { inputTokens: 3, outputTokens: 2 }, trace };

describe('the input of a program for AgentV', () => {
  const subject = makeSubject('In Rome.', { evalCase, reply: { call, toolCalls: [find] } });
  const history = evalCase.input_messages.map((message) => ({ message }));
  const conversation = {
    ...subject.conversation,
    requestOf: () => ({ history, question: 'Where is it?', guidelines: '' }),
  };
  const known = toAgentvInput({ ...subject, conversation }, {}, { limit: 3 });

  it('has the names of every dialect', () => {
    expect(known).toMatchObject({
      expected_outcome: 'Says where it is.',
      criteria: 'Says where it is.',
      candidate_answer: 'In Rome.',
      answer: 'In Rome.',
      guideline_paths: ['shop.instructions.md'],
      guideline_files: ['shop.instructions.md'],
      input_files: ['order.txt'],
      input_messages: evalCase.input_messages,
      input: evalCase.input_messages,
      expected_messages: evalCase.expected_messages,
      expected_output: evalCase.expected_messages,
      config: { limit: 3 },
    });
  });

  it('shows what the agent did, with results in the calls', () => {
    const did = { tool: 'find', id: 'c1', input: { id: 7 }, output: { place: 'Rome' }, duration_ms: 40 };
    const output = [
      { role: 'assistant', content: 'Let me look.', tool_calls: [did] },
      { role: 'assistant', content: 'In Rome.' },
    ];
    const metrics = { token_usage: { input: 3, output: 2 }, cost_usd: 0.25, duration_ms: 90 };
    const summary = {
      event_count: 1,
      tool_names: ['find'],
      tool_calls_by_name: { find: 1 },
      error_count: 0,
      ...metrics,
    };
    expect(known).toMatchObject({
      output_messages: output,
      output,
      trace_summary: summary,
      trace: summary,
      ...metrics,
    });
  });

  it('says null for what was not measured', () => {
    expect(toAgentvInput(makeSubject('Hi'), {})).toMatchObject({
      token_usage: null,
      cost_usd: null,
      duration_ms: null,
      config: null,
      trace_summary: { event_count: 0, tool_names: [], tool_calls_by_name: {}, error_count: 0 },
    });
  });
});
