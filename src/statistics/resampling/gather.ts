/** Values in the order of their keys: those of key k are from `starts[k]` up to `starts[k + 1]`. */
export interface Gathered {
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

/** Brings together the values of each key, in the order they come in. Keys are whole numbers from 0, below `keyCount`. */
export function gather(keys: Int32Array, values: Int32Array, keyCount: number): Gathered {
  const starts = new Int32Array(keyCount + 1);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? 0;
    starts[key + 1] = (starts[key + 1] ?? 0) + 1;
  }
  for (let key = 0; key < keyCount; key++) starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0);
  const next = starts.slice();
  const gathered = new Int32Array(values.length);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? 0;
    const place = next[key] ?? 0;
    gathered[place] = values[index] ?? 0;
    next[key] = place + 1;
  }
  return { starts, values: gathered };
}
