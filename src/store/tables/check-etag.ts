import { Fault } from '../../base/fault.ts';

/** Throws `STORE_STALE` for another ETag than the present one. */
export function checkEtag(given: string | undefined, present: string, what: string): void {
  if (given === undefined || given === present) return;
  throw new Fault({
    code: 'STORE_STALE',
    message: `${what} has changed since you read it.`,
    hint: 'Read it again, then send your change with the new ETag.',
  });
}
