import { Fault } from '../base/fault.ts';
import type { Holder } from './port.ts';

export function heldGradingFault(run: string, holder: Holder): Fault {
  const { process, host, since } = holder;
  return new Fault({
    code: 'STORE_RUN_HELD',
    message: `Run ${run} is being graded by process ${process} on host ${host} since ${since}.`,
    hint: 'Wait for that process, or stop it. If it died, its lease expires after 60 seconds.',
  });
}
