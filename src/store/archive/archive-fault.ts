import { Fault } from '../../base/fault.ts';

/** What is in a backup cannot be taken in. */
export function refuseBackup(message: string, cause?: unknown): Fault {
  const hint = 'Choose another backup, or restore it with the version of Turnwise that wrote it.';
  return new Fault({ code: 'BACKUP_UNREADABLE', message, hint }, { cause });
}

/** A file that is no backup, or not one as it was written. */
export function unreadable(file: string, why: string, cause?: unknown): Fault {
  return new Fault(
    { code: 'BACKUP_UNREADABLE', message: `Cannot restore "${file}": ${why}.`, hint: 'Choose another backup.', file },
    { cause },
  );
}
