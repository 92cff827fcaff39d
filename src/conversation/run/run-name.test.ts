import { describe, expect, it } from 'vitest';
import { Fault } from '../../base/fault.ts';
import { getRun, type RunFinder } from './run-name.ts';

/** A store with these runs, newest first. */
function toStore(...ids: readonly string[]): RunFinder<{ readonly id: string }> {
  const records = ids.map((id) => ({ id }));
  return {
    find: async (wanted) => records.find(({ id }) => id === wanted),
    list: async ({ limit }) => records.slice(0, limit),
  };
}

const runs = ['20261116-101112-wxyz', '20261115-101112-k3fm', '20261114-101112-aaaa'];

async function readFault(store: RunFinder<{ readonly id: string }>, name: string): Promise<string> {
  const fault = await getRun(store, name).catch((error: unknown) => error);
  if (!(fault instanceof Fault)) throw new Error(`It did not throw a Fault: ${fault}`);
  return `${fault.code}: ${fault.message} ${fault.problems[0]?.hint}`;
}

describe('getRun', () => {
  it.each([
    ['20261115-101112-k3fm', 1],
    ['run:20261115-101112-k3fm', 1],
    ['20261114', 2],
    ['k3fm', 1],
    ['last', 0],
    ['run:last', 0],
    ['last~0', 0],
    ['last~1', 1],
    ['run:last~2', 2],
  ])('finds %s', async (name, place) => {
    expect((await getRun(toStore(...runs), name)).id).toBe(runs[place]);
  });

  it('reaches runs that are older than those it searches by name', async () => {
    const many = Array.from({ length: 1_500 }, (_, index) => `run-${1_500 - index}`);
    expect((await getRun(toStore(...many), 'last~1499')).id).toBe('run-1');
  });

  it.each([
    [
      'last~3',
      'There is no run "last~3". The database has 3 runs. The oldest is last~2. List the runs with `turnwise runs`.',
    ],
    ['last~', 'There is no run "last~". The latest runs are:'],
    ['last~-1', 'There is no run "last~-1". The latest runs are:'],
    ['nobody', 'There is no run "nobody". The latest runs are: 20261116-101112-wxyz,'],
    ['101112', 'There is no run "101112".'],
    ['2026', '3 runs start or end with "2026". Choose one:'],
    ['', 'There is no run "".'],
  ])('explains what is wrong with "%s"', async (name, message) => {
    expect(await readFault(toStore(...runs), name)).toContain(`RUN_UNKNOWN: ${message}`);
  });

  it('says so if there are no runs yet', async () => {
    expect(await readFault(toStore(), 'last~1')).toContain('The database has no runs yet.');
  });
});
