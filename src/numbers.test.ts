import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as numbers from './numbers.ts';

const Vector = z.object({
  id: z.string(),
  function: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  expected: z.record(z.string(), z.unknown()),
  tolerance: z.number(),
});
const { vectors } = z
  .object({ vectors: z.array(Vector) })
  .parse(JSON.parse(readFileSync('test/fixtures/vectors/trust.json', 'utf8')));

// The names and inputs come from a file, so each function is called as one that takes whatever the file has.
const functions: Record<string, unknown> = { ...numbers };

describe('the trust statistics of turnwise/numbers', () => {
  it.each(vectors.map((vector) => [vector.id, vector] as const))('give the reference values of %s', (_, vector) => {
    const statistic = functions[vector.function];
    if (typeof statistic !== 'function') throw new Error(`turnwise/numbers has no ${vector.function}`);
    const result: unknown = statistic(toInputs(vector));
    for (const [key, expected] of Object.entries(vector.expected)) {
      expectClose(lookUp(result, key), expected, vector.tolerance);
    }
  });
});

/** A vector can refer to the inputs of another one. */
function toInputs({ inputs }: z.infer<typeof Vector>): Record<string, unknown> {
  if (inputs.ref === undefined) return inputs;
  return vectors.find(({ id }) => id === inputs.ref)?.inputs ?? {};
}

/** `observer3` is the third of the error rates. Other keys are those of the result. */
function lookUp(result: unknown, key: string): unknown {
  const { errorRates, ...rest } = z.looseObject({ errorRates: z.array(z.unknown()).optional() }).parse(result);
  const observer = /^observer(\d+)$/.exec(key)?.[1];
  return observer === undefined ? rest[key] : errorRates?.[Number(observer) - 1];
}

function expectClose(actual: unknown, expected: unknown, tolerance: number): void {
  if (Array.isArray(expected)) {
    const list = z.array(z.unknown()).length(expected.length).parse(actual);
    for (const [i, value] of expected.entries()) expectClose(list[i], value, tolerance);
  } else if (typeof expected === 'number') {
    expect(Math.abs(Number(actual) - expected)).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(expected)));
  } else {
    expect(actual).toEqual(expected);
  }
}
