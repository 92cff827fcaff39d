import { expect, test } from 'vitest';
import { ApiFault } from '../api-fault.ts';
import { replaceField, StaleEdit } from './replace-field.ts';

const stale = new ApiFault({ type: 'about:blank', title: '', status: 412, code: 'STALE', detail: 'Another version.' });

/** A record of two fields that someone else changes before each of the first writes. */
function makeServer(others: readonly Partial<{ mine: string; other: string }>[]) {
  let whole = { mine: 'old', other: 'old', version: 1 };
  const waiting = [...others];
  return {
    get: () => whole,
    replace: (value: string) =>
      replaceField({
        read: async () => whole,
        isBase: ({ mine }) => mine === 'old',
        write: async (current) => {
          const change = waiting.shift();
          if (change !== undefined) whole = { ...whole, ...change, version: whole.version + 1 };
          if (current.version !== whole.version) throw stale;
          whole = { ...whole, mine: value, version: whole.version + 1 };
          return whole;
        },
      }),
  };
}

test('One field is replaced, and changes by others to the rest stay.', async () => {
  const server = makeServer([{ other: 'theirs' }, { other: 'theirs again' }]);
  await server.replace('new');
  expect(server.get()).toMatchObject({ mine: 'new', other: 'theirs again' });
});

test('A field that someone else changed in the meantime is not overwritten.', async () => {
  const server = makeServer([{ mine: 'theirs' }]);
  await expect(server.replace('new')).rejects.toBeInstanceOf(StaleEdit);
  expect(server.get().mine).toBe('theirs');
});

test('A writer that is always too late gives up.', async () => {
  const server = makeServer(Array.from({ length: 9 }, (_, at) => ({ other: String(at) })));
  await expect(server.replace('new')).rejects.toBe(stale);
  expect(server.get()).toMatchObject({ mine: 'old', other: '4' });
});
