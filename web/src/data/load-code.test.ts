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
    const loading = loadCode(load, { isThere: async () => serverState.get() !== 'unreachable' });
    await Promise.resolve();
    expect(countCalls()).toBe(1);
    serverState.set('fine');
    expect(await loading).toBe('the code');
  });

  it('asks another address for a module that the browser keeps as failed', async () => {
    const failed = new TypeError('Failed to fetch dynamically imported module: http://127.0.0.1/assets/Toasts-a1.js');
    const addresses: string[] = [];
    const loadAgain = async (address: string) => {
      addresses.push(address);
      if (addresses.length === 1) throw failed;
      return 'the code';
    };
    const load = () => Promise.reject<unknown>(failed);
    expect(await loadCode(load, { isThere: async () => addresses.length > 0, loadAgain })).toBe('the code');
    expect(addresses).toEqual([
      'http://127.0.0.1/assets/Toasts-a1.js?again=2',
      'http://127.0.0.1/assets/Toasts-a1.js?again=3',
    ]);
  });

  it('gives up if the server answers without the code', async () => {
    const { load, countCalls } = failing(9);
    await expect(loadCode(load, { isThere: async () => true })).rejects.toBe(fault);
    expect(countCalls()).toBe(2);
  });
});
