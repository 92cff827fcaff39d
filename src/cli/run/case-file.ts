import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { toCaseRecord } from '../../play/case-record.ts';
import type { RunRecord } from '../../store/port.ts';
import { openSentRequests } from '../../wiring/raw-request.ts';

/** The file of `--out`: one JSON object per line, written as soon as a case ends. */
export interface CaseFile {
  write(conversation: StoredConversation): void;
  close(): void;
}

/** Opened before the first call, so that an unwritable path is reported before anything is paid. */
export function openCaseFile(
  path: string,
  {
    cwd,
    append,
    run,
  }: { readonly cwd: string; readonly append: boolean; readonly run: Pick<RunRecord, 'id' | 'spec'> },
): CaseFile {
  const sent = openSentRequests(run);
  const file = openOrFault(resolve(cwd, path), path, append);
  return {
    write: (conversation) => void writeOrFault(file, `${JSON.stringify(toCaseRecord(conversation, sent))}\n`, path),
    close: () => closeSync(file),
  };
}

function openOrFault(full: string, shown: string, append: boolean): number {
  try {
    mkdirSync(dirname(full), { recursive: true });
    return openSync(full, append ? 'a' : 'w');
  } catch (cause) {
    throw notWritten(shown, cause);
  }
}

function writeOrFault(file: number, text: string, shown: string): void {
  try {
    let bytes: Uint8Array = Buffer.from(text);
    while (bytes.length > 0) bytes = bytes.subarray(writeSync(file, bytes));
  } catch (cause) {
    throw notWritten(shown, cause);
  }
}

function notWritten(shown: string, cause: unknown): Fault {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  const message = `"${shown}" cannot be written: ${code}.`;
  const hint = 'Choose another file with --out.';
  return new Fault({ code: 'FILE_NOT_WRITTEN', message, hint }, { cause });
}
