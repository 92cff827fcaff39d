import { toVisibleText } from '../format/transcript.ts';
import type { CertificateNote } from '../report/certificate-notes.ts';
import type { Io } from './io.ts';
import { toPalette } from './paint.ts';

/** What is known of judges goes beside the result, a line each; quietly, only what is a warning. */
export function printJudges(notes: readonly CertificateNote[], io: Io, isQuiet: boolean): void {
  const palette = toPalette(io.color.err);
  for (const { isWarning, text } of notes) {
    if (isQuiet && !isWarning) continue;
    const line = toVisibleText(text).replaceAll(/[\n\t]/g, ' ');
    io.err(isWarning ? `${palette.yellow('warning')}  ${line}\n` : `${line}\n`);
  }
}
