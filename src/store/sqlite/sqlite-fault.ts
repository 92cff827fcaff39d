import { Fault, type ProblemInput } from '../../base/fault.ts';

/** Primary result codes of SQLite, https://www.sqlite.org/rescode.html */
const busy = 5;
const locked = 6;
const full = 13;
const damaged = 11;
/** The one extended code that matters: a write that the system refused for any reason but a full disk. */
const writeRefused = 10 | (3 << 8);

const unreadable: Readonly<Record<number, string>> = {
  3: 'Permission denied: the database cannot be opened.',
  8: 'Permission denied: the database cannot be written.',
  10: 'The disk failed while Turnwise used the database.',
  14: 'The database cannot be opened.',
  23: 'Permission denied: the database cannot be used.',
  26: 'The file is not a database.',
};

/** The primary result code of an error of SQLite; undefined for any other error. */
export function findResultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

/** Whether another connection is in the way, so that the same may succeed later. Also of an error that became a Fault. */
export function isBusy(error: unknown): boolean {
  const code = findResultCode(error instanceof Fault ? error.cause : error);
  return code === busy || code === locked;
}

/** What the user can fix becomes a Fault. Anything else stays as it is. */
export function toStoreError(error: unknown, file: string): unknown {
  const code = isOutOfRange(error) ? damaged : findResultCode(error);
  const problem = isWriteRefused(error) ? refusedWrite : code === undefined ? undefined : findProblem(code);
  return problem === undefined ? error : new Fault({ ...problem, file }, { cause: error });
}

/** A number that no column of ours has: its page was overwritten. */
function isOutOfRange(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

const damagedProblem: ProblemInput = {
  code: 'STORE_UNREADABLE',
  message: 'The database is damaged.',
  hint: 'Restore your latest backup to a new file: turnwise restore <backup> --db <new file>',
};

function isWriteRefused(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === writeRefused;
}

const refusedWrite: ProblemInput = {
  code: 'STORE_FULL',
  message: 'The database cannot grow. A quota or file size limit was reached, or the disk failed.',
  hint: 'Free some space, then try again or resume the run.',
};

function findProblem(code: number): ProblemInput | undefined {
  if (code === busy || code === locked) {
    return {
      code: 'STORE_LOCKED',
      message: 'Another program kept the database locked for too long.',
      hint: 'Close that program and try again.',
    };
  }
  if (code === full) {
    return {
      code: 'STORE_FULL',
      message: 'The disk is full, so Turnwise cannot save anything more.',
      hint: 'Free some space, then try again or resume the run.',
    };
  }
  if (code === damaged) return damagedProblem;
  const message = unreadable[code];
  if (message === undefined) return undefined;
  return { code: 'STORE_UNREADABLE', message, hint: 'Choose another database with --db.' };
}
