import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { FakeTarget, failWith, sayInTurn, toReply } from '../../test/support/fake-target.ts';
import { playInMemory } from '../../test/support/playing.ts';
import { Fault } from '../base/fault.ts';

const turns = [{ user: 'one' }, { user: 'two' }, { user: 'three' }];

describe('what ends a case', () => {
  it('is an error when the target fails, with all that is known of it; what was recorded stays', async () => {
    const known = { status: 503, attempts: 5, requestId: 'r-1', details: 'overloaded' };
    const target = sayInTurn('fine', failWith('provider-error', known));
    const { end, replies, turns: said } = await playInMemory('script', { turns }, { target });
    expect(end).toEqual({
      end: 'error',
      error: { cause: 'provider-error', message: 'It failed: provider-error.', turnIndex: 3, ...known },
      asked: { turnIndex: 3, guidelines: '' },
    });
    expect(replies).toHaveLength(1);
    expect(said).toHaveLength(2);
  });

  it('is an error when a file of the case cannot be read any more', async () => {
    const readFile = () => {
      throw new Fault({ code: 'FILE_MISSING', message: 'There is no file "a.md".' });
    };
    const input = [{ role: 'user', content: [{ type: 'file' as const, value: 'a.md' }] }];
    const more = { target: sayInTurn('x'), files: { format: { readFile } } };
    const { end } = await playInMemory('reply', { input_messages: input }, more);
    expect(end).toEqual({ end: 'error', error: { cause: 'file-changed', message: 'There is no file "a.md".' } });
  });

  it('is no error of the case when the store cannot record: that goes on up', async () => {
    const full = new Fault({ code: 'STORE_FULL', message: 'The disk is full.' });
    const onReply = () => {
      throw full;
    };
    await expect(playInMemory('script', { turns }, { target: sayInTurn('x'), onReply })).rejects.toBe(full);
  });

  it('is no error of the case when the mistake is ours: that goes on up', async () => {
    const mistake = new TypeError('x is not a function');
    await expect(playInMemory('script', { turns }, { target: sayInTurn(mistake) })).rejects.toBe(mistake);
  });

  it('is nothing yet when the run stops between two calls', async () => {
    const target = sayInTurn('x');
    const isStopping = () => target.requests.length === 2;
    const { end, replies } = await playInMemory('script', { turns }, { target, isStopping });
    expect(end).toEqual({ end: 'stopped' });
    expect(replies).toHaveLength(2);
  });

  it('is nothing yet when the run is aborted within a call', async () => {
    const abort = new AbortController();
    const target = new FakeTarget((_request, { signal }) => {
      abort.abort(new Error('The run was stopped.'));
      return signal.reason;
    });
    expect((await playInMemory('script', { turns }, { target, signal: abort.signal })).end).toEqual({ end: 'stopped' });
  });
});

describe('limits', () => {
  it.each([
    { limit: 3, replies: 3, end: { end: 'complete' } },
    { limit: 2, replies: 2, end: { end: 'error', error: { cause: 'limit', turnIndex: 5 } } },
  ])('of $limit replies let $replies of three through', async ({ limit, replies, end }) => {
    const played = await playInMemory('script', { turns }, { target: sayInTurn('x'), limits: { turns: limit } });
    expect(played.end).toMatchObject(end);
    expect(played.replies).toHaveLength(replies);
  });

  it('say which option raises them', async () => {
    const { end } = await playInMemory('script', { turns }, { target: sayInTurn('x'), limits: { turns: 1 } });
    expect(end.end === 'error' && end.error.message).toBe(
      'The case reached the limit of 1 reply and was stopped at turn 4. Raise the limit with --max-turns.',
    );
  });

  it('count the tokens of every call, also of those that were recorded before', async () => {
    // Each reply takes 10 + 5 = 15 tokens: after two calls 30, which is at the limit of 30.
    const usage = { inputTokens: 10, outputTokens: 5 };
    const target = sayInTurn(toReply('x', { call: { latencyMs: 1, costUsd: null, usage } }));
    const limits = { turns: 500, tokens: 30 };
    const played = await playInMemory('script', { turns }, { target, limits });
    expect(played.end).toMatchObject({ end: 'error', error: { cause: 'limit' } });
    expect(played.end.end === 'error' && played.end.error.message).toContain('30 tokens (limit 30)');
    expect(played.replies).toHaveLength(2);
    const again = await playInMemory('script', { turns }, { target, limits, recorded: played });
    expect(again.replies).toHaveLength(2);
    expect(target.requests).toHaveLength(2);
  });

  it('of time end the call under way', async () => {
    const clock = new FakeClock();
    const target = new FakeTarget(async ({ replyIndex }, { signal }) => {
      if (replyIndex === 0) return 'in time';
      const { promise, reject } = Promise.withResolvers<string>();
      signal.addEventListener('abort', () => reject(signal.reason));
      return promise;
    });
    const played = playInMemory('script', { turns }, { target, clock, limits: { turns: 500, timeMs: 3000 } });
    await clock.whenSleeping(1);
    await clock.advance(3000);
    const { end, replies } = await played;
    const message = 'The case took longer than 3 s. Raise the limit with --max-seconds.';
    expect(end).toMatchObject({ end: 'error', error: { cause: 'limit', message, turnIndex: 3 } });
    expect(replies).toHaveLength(1);
  });

  it('of time leave no timer behind when the case ends before', async () => {
    const clock = new FakeClock();
    await playInMemory('script', { turns }, { target: sayInTurn('x'), clock, limits: { turns: 500, timeMs: 3000 } });
    expect(clock.sleeping).toBe(0);
  });
});
