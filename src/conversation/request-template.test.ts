import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSentConversationId, isSentHistory, parseTemplate } from './request-template.ts';
import type { TargetSpec } from './target-spec.ts';

describe('parseTemplate', () => {
  const turn = { name: 'turn', written: '{{turn}}' };

  it.each<[string, ReturnType<typeof parseTemplate>]>([
    ['', []],
    ['plain { text }', ['plain { text }']],
    ['{{turn}}', [turn]],
    ['a {{ turn }} b', ['a ', { name: 'turn', written: '{{ turn }}' }, ' b']],
    ['\\{{turn}}', ['{{', 'turn}}']],
    ['{{{turn}}}', ['{', turn, '}']],
    ['{{turn}', [{ name: '', written: '{{turn}' }]],
    ['{{turn}}{{turn}}', [turn, turn]],
    ['{{\\{{turn}}', [{ name: '', written: '{{' }, '{{', 'turn}}']],
  ])('reads %j', (text, pieces) => {
    expect(parseTemplate(text)).toEqual(pieces);
  });

  it('loses nothing of a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '\\', 'a', ' ') }), (text) => {
        const pieces = parseTemplate(text).map((piece) => (typeof piece === 'string' ? piece : piece.written));
        expect(pieces.join('')).toBe(text.replaceAll('\\{{', '{{'));
      }),
    );
  });
});

const http = { id: 't', provider: 'http', url: 'http://127.0.0.1/' } as const;
const command = { id: 't', provider: 'command' } as const;

describe('isSentHistory', () => {
  it.each<[boolean, string, TargetSpec]>([
    [true, 'a model', { id: 't', provider: 'openai', model: 'm' }],
    [true, 'a recording', { id: 't', provider: 'replay', cassette: 'a.jsonl' }],
    [true, 'http without a body of its own', http],
    [true, 'http with messages somewhere in its body', { ...http, body: { a: [{ b: '{{messages}}' }] } }],
    [true, 'http with the question in its address', { ...http, method: 'GET', url: 'http://h/?q={{question}}' }],
    [true, 'http with history and last line', { ...http, body: { h: '{{messages}}', l: '{{last_user}}' } }],
    [false, 'http with the last line', { ...http, body: { text: '{{last_user}}', id: '{{conversation_id}}' } }],
    [false, 'http asked by address', { ...http, method: 'GET', url: 'http://h/?q={{last_user}}' }],
    [false, 'http with nothing that was said', { ...http, body: { id: '{{case_id}}', files: '{{files}}' } }],
    [false, 'http with an escaped placeholder', { ...http, body: '\\{{messages}} {{last_user}}' }],
    [true, 'a command: question', { ...command, command: ['agent'] }],
    [true, 'a command: json', { ...command, command: ['agent'], input: 'json' }],
    [true, 'a command: argument', { ...command, command: ['agent'], input: 'argument' }],
    [true, 'a command template with the prompt', { ...command, command: ['agent', '-p={PROMPT}'], template: true }],
    [true, 'a template and stdin', { ...command, command: ['agent'], template: true, input: 'question' }],
    [false, 'a template without', { ...command, command: ['agent', '{EVAL_ID}'], template: true }],
  ])('%s: %s', (expected, _title, spec) => {
    expect(isSentHistory(spec)).toBe(expected);
  });
});

describe('isSentConversationId', () => {
  it.each<[boolean, string, TargetSpec]>([
    [false, 'http without a body of its own', http],
    [true, 'in a body', { ...http, body: { a: ['{{conversation_id}}'] } }],
    [true, 'in an address', { ...http, url: 'http://h/{{conversation_id}}' }],
    [true, 'in a header', { ...http, headers: { cookie: 'sid={{conversation_id}}' } }],
    [
      true,
      'in a header of a model',
      { id: 't', provider: 'openai', model: 'm', headers: { x: '{{conversation_id}}' } },
    ],
    [false, 'a command: question', { ...command, command: ['agent'] }],
    [true, 'a command: json', { ...command, command: ['agent'], input: 'json' }],
    [true, 'in a variable', { ...command, command: ['agent'], env: { SESSION: '{{conversation_id}}' } }],
    [true, 'in an argument', { ...command, command: ['agent', '{CONVERSATION_ID}'], template: true }],
    [false, 'in an argument of no template', { ...command, command: ['agent', '{CONVERSATION_ID}'] }],
  ])('%s: %s', (expected, _title, spec) => {
    expect(isSentConversationId(spec)).toBe(expected);
  });
});
