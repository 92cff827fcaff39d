import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { makeContext, makeRequest } from '../../../test/support/target-request.ts';
import type { SpecOf } from '../../conversation/target-spec.ts';
import type { TargetRequest } from '../port.ts';
import { openBuiltinTarget } from './open-builtin-target.ts';

const twoTurns: Partial<TargetRequest> = {
  question: '[User]:\nHello\n\n[Assistant]:\nHi\n\n[User]:\nOrder 4711',
  messages: [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi' },
    { role: 'user', content: 'Order 4711' },
  ],
};

async function ask(spec: Omit<SpecOf<'builtin'>, 'id' | 'provider'>, request: Partial<TargetRequest> = {}) {
  const target = await openBuiltinTarget({ id: 'bot', provider: 'builtin', ...spec }, { clock: new FakeClock() });
  return target.ask(makeRequest(request), makeContext());
}

describe('echo', () => {
  it('gives back the whole question when that is what it was sent', async () => {
    const { text, call } = await ask({ model: 'echo' }, twoTurns);
    expect(text).toBe(twoTurns.question);
    expect(call).toEqual({ latencyMs: 0, costUsd: 0, model: 'builtin:echo' });
  });

  it('gives back the last user text when it was sent messages', async () => {
    expect((await ask({ model: 'echo' }, { ...twoTurns, send: 'messages' })).text).toBe('Order 4711');
  });

  it('fails with an empty reply when there is nothing to give back', async () => {
    await expect(ask({ model: 'echo' }, { question: ' ' })).rejects.toMatchObject({ info: { cause: 'empty-reply' } });
  });
});

describe('rules', () => {
  const rules = [
    { reply_number: 2, contains: '4711', reply: 'second reply on 4711' },
    { regex: '(?i)order \\d{4}', reply: 'an order' },
    { contains: 'Hello', reply: 'a greeting' },
  ];

  it.each([
    ['every condition of a rule has to hold', 'Order 4711', 0, 'an order'],
    ['turn counts replies from 0', 'Order 4711', 1, 'second reply on 4711'],
    ['a regex looks anywhere in the text', 'about order 1234, please', 0, 'an order'],
    ['the first rule that applies answers', 'Hello, order 1234', 0, 'an order'],
    ['contains minds the case', 'Hello', 0, 'a greeting'],
  ])('%s', async (_title, question, replyIndex, reply) => {
    expect((await ask({ model: 'rules', rules }, { question, replyIndex })).text).toBe(reply);
  });

  it('says what it was asked when no rule applies', async () => {
    await expect(ask({ model: 'rules', rules }, { question: 'Bye' })).rejects.toMatchObject({
      info: { cause: 'no-rule', retryable: false, message: expect.stringContaining('"Bye"') },
    });
  });

  it('looks at the last user text only', async () => {
    await expect(ask({ model: 'rules', rules: [{ contains: 'Hello', reply: 'x' }] }, twoTurns)).rejects.toMatchObject({
      info: { cause: 'no-rule' },
    });
  });

  it('refuses a regex that is not RE2 before anything is asked', async () => {
    await expect(ask({ model: 'rules', rules: [{ regex: '(?=a)', reply: 'x' }] })).rejects.toMatchObject({
      code: 'TARGETS_BAD_VALUE',
      message: expect.stringContaining('rule 1 of target "bot"'),
    });
  });
});

describe('latency_ms', () => {
  it('waits by the clock, and stops waiting when the call is aborted', async () => {
    const clock = new FakeClock();
    const spec = { id: 'bot', provider: 'builtin', model: 'echo', latency_ms: 250 } as const;
    const target = await openBuiltinTarget(spec, { clock });
    const first = target.ask(makeRequest(), makeContext());
    await clock.advance(250);
    expect((await first).call.latencyMs).toBe(250);
    const controller = new AbortController();
    const second = target.ask(makeRequest(), { signal: controller.signal });
    controller.abort(new Error('stop'));
    await expect(second).rejects.toThrow('stop');
    expect(clock.sleeping).toBe(0);
  });
});
