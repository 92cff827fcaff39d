import { afterEach, describe, expect, it } from 'vitest';
import { loadCode } from './load-code.ts';
import { serverState } from './server-state.ts';

const fault = new TypeError('Failed to fetch dynamically imported module');

/** Fails a number of times, then returns the code. */
function failing(times: number) {
  let calls = 0;
  const load = async () => {
    calls++;
    if (calls <= times) throw fault;
    return 'the code';
  };
  return { load, countCalls: () => calls };
}

describe('loading a part of the code', () => {
  afterEach(() => serverState.set('fine'));

  it('loads existing code', async () => {
    expect(await loadCode(failing(0).load)).toBe('the code');
  });

  it('waits for an unreachable server and then loads the code', async () => {
    serverState.set('unreachable');
    const { load, countCalls } = failing(2);
    const loading = loadCode(load, async () => serverState.get() !== 'unreachable');
    await Promise.resolve();
    expect(countCalls()).toBe(1);
    serverState.set('fine');
    expect(await loading).toBe('the code');
  });

  it('gives up if the server answers without the code', async () => {
    const { load, countCalls } = failing(9);
    await expect(loadCode(load, async () => true)).rejects.toBe(fault);
    expect(countCalls()).toBe(2);
  });
});
