import type { Problem } from '../base/fault.ts';
import { renderNumberOf } from '../base/number-of.ts';
import { toVisibleText } from '../format/transcript.ts';
import type { CertificateNote } from '../report/certificate-notes.ts';
import type { Io } from './io.ts';
import { toPalette } from './paint.ts';
import { renderProblems } from './render-problems.ts';

interface WarningOptions {
  /** Warnings of one code that are printed. The others are counted, for --verbose. Default: all of them. */
  readonly mostPerCode?: number;
}

/** Warnings go to stderr, never into the result. */
export function printWarnings(
  problems: readonly Problem[],
  io: Io,
  { mostPerCode = Number.POSITIVE_INFINITY }: WarningOptions = {},
): void {
  const warnings = problems.filter((problem) => problem.severity === 'warning');
  if (warnings.length === 0) return;
  const ofCode = Map.groupBy(warnings, ({ code }) => code);
  const shown = new Set([...ofCode.values()].flatMap((list) => list.slice(0, mostPerCode)));
  const text = renderProblems(
    warnings.filter((warning) => shown.has(warning)),
    { color: io.color.err, columns: io.columns },
  );
  const more = [...ofCode]
    .filter(([, list]) => list.length > mostPerCode)
    .map(([code, list]) => `… ${renderNumberOf(list.length - mostPerCode, 'more warning')} (${code}): --verbose\n\n`);
  io.err(`${text}\n\n${more.join('')}`);
}

/** What is known of judges goes beside the result, a line each; quietly, only what is a warning. */
export function printJudges(notes: readonly CertificateNote[], io: Io, isQuiet: boolean): void {
  const palette = toPalette(io.color.err);
  for (const { isWarning, text } of notes) {
    if (isQuiet && !isWarning) continue;
    const line = toVisibleText(text).replaceAll(/[\n\t]/g, ' ');
    io.err(isWarning ? `${palette.yellow('warning')}  ${line}\n` : `${line}\n`);
  }
}
