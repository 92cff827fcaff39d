import { Fault } from '../../base/fault.ts';

/** The content of a backup cannot be restored. */
export function refuseBackup(message: string, cause?: unknown): Fault {
  const hint = 'Choose another backup, or restore it with the version of Turnwise that wrote it.';
  return new Fault({ code: 'BACKUP_UNREADABLE', message, hint }, { cause });
}

/** The file is not a backup, or was changed after it was written. */
export function unreadable(file: string, why: string, cause?: unknown): Fault {
  return new Fault(
    { code: 'BACKUP_UNREADABLE', message: `Cannot restore "${file}": ${why}.`, hint: 'Choose another backup.', file },
    { cause },
  );
}
