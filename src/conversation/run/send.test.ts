import { describe, expect, it } from 'vitest';
import type { SpecOf, TargetSpec } from '../target-spec.ts';
import type { RunSpec } from './run-spec.ts';
import { describeSent, toDefaultSend, toRecordedSends } from './send.ts';

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

describe('what a target is sent, in words', () => {
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

  it('is what it recorded', () => {
    const recorded = { ...run, files: [{ ...file, send: { gpt: ['messages' as const] } }] };
    expect(toRecordedSends(recorded, 0, { id: 'gpt' })).toEqual(['messages']);
  });

  it('is the question where nothing was recorded, unless the target or --send said otherwise', () => {
    expect(toRecordedSends(run, 0, { id: 'gpt' })).toEqual(['question']);
    expect(toRecordedSends(run, 0, { id: 'gpt', send: 'messages' })).toEqual(['messages']);
    const chosen = { ...run, options: { repeat: 1, send: ['question' as const, 'messages' as const] } };
    expect(toRecordedSends(chosen, 0, { id: 'gpt' })).toEqual(['question', 'messages']);
  });
});
