import { Fault } from '../base/fault.ts';
import type { CheckResult } from './checks/check.ts';

/** A deck or file that is gone concerns one grader. A store that fails concerns the whole run, and so does a bug of ours. */
export function toFaultResult(error: unknown): CheckResult {
  if (!(error instanceof Fault) || error.code.startsWith('STORE_')) throw error;
  return { cause: 'not-applicable', reason: error.message };
}
