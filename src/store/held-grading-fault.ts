import { Fault } from '../base/fault.ts';
import type { Holder } from './port.ts';

export function heldGradingFault(run: string, holder: Holder): Fault {
  const { process, host, since } = holder;
  return new Fault({
    code: 'STORE_RUN_HELD',
    message: `Process ${process} on host ${host} has been grading run ${run} since ${since}.`,
    hint: 'Wait for that process, or stop it. The lock of a dead process expires after 60 seconds.',
  });
}
