import { describe, expect, it } from 'vitest';
import { makeContext, makeReply, makeRequest, makeTarget } from '../../test/support/target-request.ts';
import { PlayStopped } from '../base/play-stopped.ts';
import { TargetError, type TargetReply } from '../target/port.ts';
import { breaking, ConnectionBreaker, findUnreachableFault } from './breaker.ts';
import { JobControl } from './control.ts';

const refused = 'Cannot reach the service at http://127.0.0.1:9 (ECONNREFUSED).';

function toError(message = refused, cause: 'unreachable' | 'provider-error' = 'unreachable'): TargetError {
  return new TargetError({ cause, message, retryable: true });
}

/** A target that answers each call as the list says. The last entry answers all further calls. */
function open(answers: readonly (TargetError | TargetReply)[]) {
  const control = new JobControl();
  const breaker = new ConnectionBreaker('bot', control);
  const inner = makeTarget((call) => {
    const answer = answers[Math.min(call, answers.length - 1)] ?? toError();
    if (answer instanceof TargetError) throw answer;
    return answer;
  });
  const target = breaking(inner, breaker);
  const ask = () => target.ask(makeRequest(), makeContext());
  const fail = async (times: number) => {
    for (let count = 0; count < times; count += 1) await expect(ask()).rejects.toBeInstanceOf(TargetError);
  };
  return { control, breaker, inner, ask, fail };
}

describe('a target that cannot be reached', () => {
  it('is given up at the fifth connection error of the same message, and is not called again', async () => {
    const { control, inner, ask, fail } = open([toError()]);
    await fail(4);
    expect(control.unreachable).toEqual([]);
    await expect(ask()).rejects.toBeInstanceOf(PlayStopped);
    await expect(ask()).rejects.toBeInstanceOf(PlayStopped);
    expect(inner.asked).toBe(5);
    expect(control.unreachable).toEqual([{ id: 'desk-bot', message: refused }]);
    expect(control.isStopping).toBe(false);
    expect(findUnreachableFault(control)).toMatchObject({
      code: 'TARGET_UNREACHABLE',
      message: `The target "desk-bot" returned 5 connection errors and no reply. ${refused}`,
    });
  });

  it.each<[string, (TargetError | TargetReply)[], number]>([
    ['it has answered before', [makeReply('Hi'), toError()], 9],
    ['the messages differ', [toError('a'), toError('b'), toError('c'), toError('d'), toError('e'), makeReply('Hi')], 5],
    ['it answers, though with errors', [toError('The service failed (500).', 'provider-error')], 9],
  ])('is not given up when %s', async (_, answers, failures) => {
    const { control, ask, fail } = open(answers);
    if (!(answers[0] instanceof TargetError)) await ask();
    await fail(failures);
    expect(control.unreachable).toEqual([]);
    expect(findUnreachableFault(control)).toBeUndefined();
  });

  it('is not given up while a call is under way that may succeed', async () => {
    const control = new JobControl();
    const slow = Promise.withResolvers<TargetReply>();
    const inner = makeTarget((call) => {
      if (call === 0) return slow.promise;
      throw toError();
    });
    const target = breaking(inner, new ConnectionBreaker('bot', control));
    const ask = () => target.ask(makeRequest(), makeContext());
    const first = ask();
    for (let count = 0; count < 7; count += 1) await expect(ask()).rejects.toBeInstanceOf(TargetError);
    slow.resolve(makeReply('Hi'));
    expect((await first).text).toBe('Hi');
    for (let count = 0; count < 7; count += 1) await expect(ask()).rejects.toBeInstanceOf(TargetError);
    expect(control.unreachable).toEqual([]);
  });

  it('is given up as soon as the calls under way have failed, too, in whatever way', async () => {
    const control = new JobControl();
    const slow = Promise.withResolvers<TargetReply>();
    const inner = makeTarget((call) => {
      if (call === 0) return slow.promise;
      throw toError();
    });
    const target = breaking(inner, new ConnectionBreaker('bot', control));
    const ask = () => target.ask(makeRequest(), makeContext());
    const first = ask();
    for (let count = 0; count < 5; count += 1) await expect(ask()).rejects.toBeInstanceOf(TargetError);
    expect(control.unreachable).toEqual([]);
    slow.reject(toError('No reply within 5 s.', 'provider-error'));
    await expect(first).rejects.toBeInstanceOf(PlayStopped);
    await expect(ask()).rejects.toBeInstanceOf(PlayStopped);
    expect(control.unreachable).toMatchObject([{ message: refused }]);
  });
});
