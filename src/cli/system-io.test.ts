import { expect, it } from 'vitest';
import { readKeys, splitKeys } from './system-io.ts';

it.each([
  ['1', ['1']],
  ['ré😀', ['r', 'é', '😀']],
  ['\u001b[A1', ['\u001b[A', '1']],
  ['\u001bOPq', ['\u001bOP', 'q']],
  ['\u001b', ['\u001b']],
  ['\u001b[3~\r\u0003', ['\u001b[3~', '\r', '\u0003']],
  ['', []],
])('splits %j into the keys %j', (text, keys) => {
  expect(splitKeys(text)).toEqual(keys);
});

it('resets the terminal when reading stops, even in the middle', async () => {
  const modes: boolean[] = [];
  const keyboard = {
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
    async *[Symbol.asyncIterator]() {
      yield Buffer.from('1é').subarray(0, 2);
      yield Buffer.from('1é').subarray(2);
      yield 'q';
    },
  };
  const keys: string[] = [];
  for await (const key of readKeys(keyboard)) {
    keys.push(key);
    if (key === 'é') break;
  }
  expect({ keys, modes }).toEqual({ keys: ['1', 'é'], modes: [true, false] });
});
