import { Fault } from '../base/fault.ts';
import type { Holder } from './port.ts';

export function heldCalibrationFault(id: string, holder: Holder): Fault {
  const { process, host, since } = holder;
  return new Fault({
    code: 'STORE_RUN_HELD',
    message: `Process ${process} on host ${host} has been running calibration ${id} since ${since}.`,
    hint: 'Wait for that process, or stop it. The lock of a dead process expires after 60 seconds.',
  });
}
