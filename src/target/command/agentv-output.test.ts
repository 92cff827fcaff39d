import { describe, expect, it } from 'vitest';
import { parseAgentvOutput } from './agentv-output.ts';

const parse = (value: unknown, caseId = 'late-refund') =>
  parseAgentvOutput(typeof value === 'string' ? value : JSON.stringify(value), caseId);

describe('parseAgentvOutput', () => {
  it.each([
    ['plain text', 'Your refund is on its way.'],
    ['an object with keys of its own', '{"invoice": 4711}'],
    ['a list', '[1, 2]'],
    ['a number', '42'],
  ])('takes %s as the reply', (_what, text) => expect(parse(`\uFEFF${text}\n`)).toEqual({ text }));

  it('reads the text and what the call took', () => {
    const written = { text: 'Done.', token_usage: { input: 3, output: 2, cached: 1 }, cost_usd: 0.25, duration_ms: 12 };
    expect(parse(written)).toEqual({
      ...{ text: 'Done.', costUsd: 0.25, durationMs: 12 },
      usage: { inputTokens: 3, outputTokens: 2, cachedInputTokens: 1 },
    });
    expect(parse({ text: 'Done.', cost_usd: -1, duration_ms: 'soon' })).toEqual({ text: 'Done.' });
    expect(parse({ text: { decision: 'CLEAR' } })).toEqual({ text: '{"decision":"CLEAR"}' });
  });

  it('takes the last thing the assistant said as the reply, and its calls as what it did', () => {
    const find = { tool: 'find', input: { id: 7 }, output: { ok: true }, id: 'c1', duration_ms: 40 };
    const written = {
      output_messages: [
        { role: 'user', content: 'Where is it?' },
        { role: 'assistant', content: 'Let me look.', tool_calls: [find] },
        { role: 'assistant', content: 'On its way.', tool_calls: [{ tool: 'note' }] },
      ],
    };
    expect(parse(written)).toEqual({
      text: 'On its way.',
      trace: [
        {
          role: 'assistant',
          content: 'Let me look.',
          tool_calls: [{ id: 'c1', function: { name: 'find', arguments: { id: 7 } }, duration_ms: 40 }],
        },
        { role: 'tool', content: '{"ok":true}', tool_call_id: 'c1', name: 'find' },
        { role: 'assistant', content: '', tool_calls: [{ id: 'call_2', function: { name: 'note' } }] },
      ],
    });
  });

  it('reads the later name of the messages, calls as chat APIs write them, and content as parts', () => {
    const call = { id: 'c1', function: { name: 'find', arguments: '{}' } };
    const written = {
      output: [
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', name: 'find', content: 'found' },
        { role: 'assistant', content: [{ type: 'text', value: 'Found' }, 'it.'] },
      ],
    };
    expect(parse(written)).toEqual({
      text: 'Found\n\nit.',
      trace: [
        { role: 'assistant', content: '', tool_calls: [call] },
        { role: 'tool', content: 'found', tool_call_id: 'c1', name: 'find' },
      ],
    });
  });

  it('prefers the trace for what was done', () => {
    const trace = [
      { type: 'tool_call', name: 'find', input: [1], timestamp: 't' },
      { type: 'tool_call', name: 'find', id: 'b', input: 'x' },
      { type: 'tool_result', name: 'find', output: 'first' },
      { type: 'tool_result', id: 'b', name: 'find', output: 'second' },
      { type: 'message', text: 'All found.' },
    ];
    expect(parse({ trace })).toEqual({
      text: 'All found.',
      trace: [
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'call_1', function: { name: 'find', arguments: '[1]' } }],
        },
        { role: 'assistant', content: '', tool_calls: [{ id: 'b', function: { name: 'find', arguments: 'x' } }] },
        { role: 'tool', content: 'first', tool_call_id: 'call_1', name: 'find' },
        { role: 'tool', content: 'second', tool_call_id: 'b', name: 'find' },
      ],
    });
    const both = { text: 'Yes.', trace: trace.slice(0, 1), output_messages: [{ role: 'assistant', content: 'No.' }] };
    expect(parse(both)).toMatchObject({ text: 'No.', trace: [{ role: 'assistant' }] });
  });

  it('takes the record of the case from JSON lines', () => {
    const lines = '{"id": "a", "text": "one"}\r\n\n{"id": "b", "text": "two"}\n';
    expect([parse(lines, 'a').text, parse(lines, 'b').text]).toEqual(['one', 'two']);
    expect(() => parse(lines, 'c')).toThrow('The output has no record with the id "c". Its ids are "a", "b".');
    expect(() => parse(`${lines}${lines}`, 'a')).toThrow('The output has 2 records with the id "a".');
    expect(parse('{"id": "a", "text": "one"}\nnot JSON', 'a').text).toContain('not JSON');
  });

  it('fails with the error that the program reports', () => {
    const failed = { text: 'half', error: 'out of credit' };
    expect(() => parse(failed)).toThrow('The program reported an error: out of credit');
    expect(parse({ ...failed, error: null })).toEqual({ text: 'half' });
  });

  it('fails with a call without a name', () => {
    expect(() => parse({ output_messages: [{ role: 'assistant', tool_calls: [{ input: {} }] }] })).toThrow(
      'A tool call in the output has no name.',
    );
  });
});
