import { Fault } from '../../base/fault.ts';

/** A file that is no backup, or not one as it was written. */
export function unreadable(file: string, why: string, cause?: unknown): Fault {
  return new Fault(
    { code: 'BACKUP_UNREADABLE', message: `Cannot restore "${file}": ${why}.`, hint: 'Choose another backup.', file },
    { cause },
  );
}
