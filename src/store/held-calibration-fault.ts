import { Fault } from '../base/fault.ts';
import type { Holder } from './port.ts';

export function heldCalibrationFault(id: string, holder: Holder): Fault {
  const { process, host, since } = holder;
  return new Fault({
    code: 'STORE_RUN_HELD',
    message: `Calibration ${id} is owned by process ${process} on host ${host} since ${since}.`,
    hint: 'Wait for that process, or stop it. If it died, its lease expires after 60 seconds.',
  });
}
