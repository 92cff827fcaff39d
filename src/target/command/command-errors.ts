import { existsSync } from 'node:fs';
import { findLastWords } from '../../base/text-lines.ts';
import { TargetError } from '../port.ts';
import type { ProgramEnd } from './run-program.ts';

/** A program that could not be started. */
export function toStartError(error: Error & { readonly code: unknown }, program: string, cwd: string): TargetError {
  const code = String(error.code);
  const retryable = ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'].includes(code);
  const message = explainStart(code, program, cwd);
  return new TargetError({ cause: 'command-failed', message, retryable, isUndelivered: true }, { cause: error });
}

function explainStart(code: string, program: string, cwd: string): string {
  if (code === 'ENOENT' && !existsSync(cwd))
    return "The folder to run the program in does not exist. Fix the target's `cwd`.";
  if (code === 'ENOENT') return `There is no program "${program}". Install it, or fix the target's \`command\`.`;
  if (code === 'EACCES') return `The program "${program}" is not executable. Run chmod +x on it.`;
  if (code === 'E2BIG') return 'The question is too long for an argument. Pass it on stdin: `input: question`.';
  if (code === 'ERR_INVALID_ARG_VALUE') {
    return 'The question contains a NUL character, which an argument cannot contain. Pass it on stdin: `input: question`.';
  }
  return `The program "${program}" could not be started (${code}).`;
}

/** A program that ended in any way but well; undefined when it ended well. */
export function findEndError({ exitCode, killedBy, cut, stderr }: ProgramEnd): TargetError | undefined {
  const details = toDetails(stderr);
  if (cut === 'too-long') {
    const message = 'The program printed more than 8 million characters.';
    return new TargetError({ cause: 'reply-too-long', message, retryable: false, ...details });
  }
  if (exitCode === 0) return undefined;
  const how = killedBy === null ? `with exit code ${exitCode}` : `by ${killedBy}`;
  const message = `The program ended ${how}${toLastWords(stderr)}.`;
  const status = exitCode === null ? {} : { status: exitCode };
  return new TargetError({ cause: 'command-failed', message, retryable: false, ...status, ...details });
}

function toLastWords(stderr: string): string {
  const last = findLastWords(stderr);
  return last === '' ? '' : `: ${last.slice(0, 200).replace(/\.$/, '')}`;
}

/** The reason of an abort; a timeout with what the program had to say. A program is not run twice for one reply. */
export function toAbortError(reason: unknown, { stderr }: ProgramEnd): unknown {
  if (!(reason instanceof TargetError)) return reason;
  return new TargetError({ ...reason.info, retryable: false, ...toDetails(stderr) }, { cause: reason });
}

export function toEmptyReply(stderr: string, isFile: boolean): TargetError {
  const message = isFile ? 'The program wrote nothing to {OUTPUT_FILE}.' : 'The program printed nothing on stdout.';
  return new TargetError({ cause: 'empty-reply', message, retryable: false, ...toDetails(stderr) });
}

function toDetails(stderr: string): { readonly details?: string } {
  const details = stderr.trim();
  return details === '' ? {} : { details };
}
