import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunSpec } from './run/run-spec.ts';
import {
  describeSent,
  isCacheable,
  isSentConversationId,
  isSentHistory,
  parseTemplate,
  toDefaultSend,
  toRecordedSends,
  toSettingsHash,
  toTargetIdentity,
} from './target-request.ts';
import type { SpecOf, TargetSpec } from './target-spec.ts';

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

  it('loses no part of the text', () => {
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

describe('the default of send', () => {
  const cases = [
    ...(['openai', 'anthropic', 'google', 'azure', 'openai-compatible', 'builtin'] as const).map((provider) => ({
      provider,
      sent: 'messages',
    })),
    { provider: 'command', sent: 'question' },
    { provider: 'http', sent: 'question' },
  ] as const;

  it.each(cases)('is $sent for $provider', ({ provider, sent }) => {
    expect(toDefaultSend({ provider }, { isAgentv: false })).toBe(sent);
  });

  it.each(cases)('is the question for $provider in files of AgentV', ({ provider }) => {
    expect(toDefaultSend({ provider }, { isAgentv: true })).toBe('question');
  });
});

describe('the description of what a target is sent', () => {
  const command: SpecOf<'command'> = { id: 'c', provider: 'command', command: ['agent'] };
  const http: SpecOf<'http'> = { id: 'h', provider: 'http', url: 'http://127.0.0.1' };
  it.each<[TargetSpec, string]>([
    [{ id: 'm', provider: 'openai', model: 'm' }, 'chat messages'],
    [command, 'the formatted question on stdin'],
    [{ ...command, input: 'argument' }, 'the formatted question as an argument'],
    [{ ...command, input: 'json' }, 'JSON on stdin'],
    [{ ...command, template: true }, 'the command line in targets.yaml'],
    [{ ...command, template: true, input: 'json' }, 'JSON on stdin'],
    [http, 'question and messages as JSON'],
    [{ ...http, body: { text: '{{last_user}}' } }, 'the body in targets.yaml'],
    [{ ...http, method: 'GET' }, 'the url in targets.yaml'],
  ])('for %j is "%s"', (spec, words) => {
    expect(describeSent(spec, ['messages'])).toBe(words);
  });
});

describe('what a run sent', () => {
  const file = { path: 'a.eval.yaml', hash: 'h', name: 'a' };
  const run: RunSpec = { files: [file], attachments: [], targets: [], options: { repeat: 1 }, conversations: 1 };

  it('is what the run recorded', () => {
    const recorded = { ...run, files: [{ ...file, send: { gpt: ['messages' as const] } }] };
    expect(toRecordedSends(recorded, 0, { id: 'gpt' })).toEqual(['messages']);
  });

  it('is the question if nothing was recorded, unless the target or --send set it', () => {
    expect(toRecordedSends(run, 0, { id: 'gpt' })).toEqual(['question']);
    expect(toRecordedSends(run, 0, { id: 'gpt', send: 'messages' })).toEqual(['messages']);
    const chosen = { ...run, options: { repeat: 1, send: ['question' as const, 'messages' as const] } };
    expect(toRecordedSends(chosen, 0, { id: 'gpt' })).toEqual(['question', 'messages']);
  });
});

const model = { id: 'a', provider: 'openai', model: 'm' } as const;

describe('toTargetIdentity', () => {
  it('contains everything that changes replies, and no name, limit or secret', () => {
    const spec: TargetSpec = {
      ...model,
      base_url: 'http://127.0.0.1/v1',
      settings: { temperature: 0 },
      headers: { authorization: 'secret' },
      limits: { rpm: 1 },
      send: 'messages',
    };
    expect(toTargetIdentity(spec)).toEqual({
      provider: 'openai',
      model: 'm',
      base_url: 'http://127.0.0.1/v1',
      settings: { temperature: 0 },
    });
  });
});

describe('toSettingsHash', () => {
  it('changes with the model, its address and its settings', () => {
    const hash = toSettingsHash(model);
    expect(toSettingsHash({ ...model, id: 'b', limits: { rpm: 1 } })).toBe(hash);
    for (const change of [{ model: 'n' }, { base_url: 'http://127.0.0.1' }, { settings: { temperature: 1 } }]) {
      expect(toSettingsHash({ ...model, ...change })).not.toBe(hash);
    }
  });

  it('changes with its files, and not with an empty list of files', () => {
    expect(toSettingsHash(model, [])).toBe(toSettingsHash(model));
    expect(toSettingsHash(model, ['f1'])).not.toBe(toSettingsHash(model));
    expect(toSettingsHash(model, ['f1'])).not.toBe(toSettingsHash(model, ['f2']));
  });
});

describe('caching', () => {
  const model = { id: 'a', provider: 'openai', model: 'm' } as const;
  const compatible = { id: 'c', provider: 'openai-compatible', model: 'm', base_url: 'http://127.0.0.1:9/v1' } as const;
  const http = { id: 'h', provider: 'http', url: 'http://127.0.0.1' } as const;
  const command = { id: 'b', provider: 'command', command: ['x'] } as const;

  describe('isCacheable', () => {
    it.each<[TargetSpec, boolean]>([
      [model, true],
      [{ ...model, cache: false }, false],
      [{ id: 'f', provider: 'anthropic', model: 'm' }, true],
      [{ id: 'g', provider: 'azure', model: 'm', resource: 'ours' }, true],
      [{ ...model, base_url: 'http://127.0.0.1:8080/v1' }, false],
      [{ ...model, base_url: 'http://127.0.0.1:8080/v1', cache: true }, true],
      [compatible, false],
      [{ ...compatible, cache: true }, true],
      [{ ...compatible, version: '1' }, false],
      [{ ...command, command: ['x'] }, false],
      [{ ...command, command: ['x'], cache: true }, false],
      [{ ...command, command: ['x'], cache: true, version: '1' }, true],
      [{ id: 'c', provider: 'http', url: 'http://127.0.0.1', cache: true, version: '1' }, true],
      [{ ...http, cache: true, version: '1' }, true],
      [{ ...http, body: { q: '{{question}}' }, cache: true, version: '1' }, true],
      [{ ...http, body: { q: '{{last_user}}', id: '{{conversation_id}}' }, cache: true, version: '1' }, false],
      [{ id: 'd', provider: 'builtin', model: 'echo', cache: true }, false],
      [{ id: 'e', provider: 'replay', cassette: 'x.jsonl' }, false],
    ])('%j: %s', (spec, expected) => {
      expect(isCacheable(spec)).toBe(expected);
    });
  });
});
