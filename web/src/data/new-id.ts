import { makeRandomIds } from '../../../src/base/random-id.ts';

/** A new random id: of a turn, a tab, a row, or as an idempotency key. */
export const newId = makeRandomIds();
