import { toVisibleText } from '../format/transcript.ts';
import type { CertificateNote } from '../report/certificate-notes.ts';
import type { Io } from './io.ts';
import { toPalette } from './paint.ts';

/** Prints what is known about judges to stderr, one line per note. With --quiet, only warnings. */
export function printJudges(notes: readonly CertificateNote[], io: Io, isQuiet: boolean): void {
  const palette = toPalette(io.color.err);
  for (const { isWarning, text } of notes) {
    if (isQuiet && !isWarning) continue;
    const line = toVisibleText(text).replaceAll(/[\n\t]/g, ' ');
    io.err(isWarning ? `${palette.yellow('warning')}  ${line}\n` : `${line}\n`);
  }
}
