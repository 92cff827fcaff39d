import { Fault } from '../../base/fault.ts';
import { toVisibleText } from '../../format/transcript.ts';
import { renderCalibrationHtml } from '../../report/calibration/html/render-calibration-html.ts';
import { withHint } from '../faults.ts';
import type { Io } from '../io.ts';
import { writeReportFile } from '../report/report-file.ts';
import { readVersion } from '../version.ts';
import type { CalibrationResult } from './print-calibrations.ts';

interface PageTools {
  readonly io: Io;
  /** When it ended, ISO-8601, UTC. */
  readonly at: string;
  /** What makes it again. */
  readonly command: string;
}

/** Writes the page of a calibration, whole or not at all, and says so. */
export async function writeCalibrationPage(
  path: string,
  { id, job, calibrations }: CalibrationResult,
  { io, at, command }: PageTools,
): Promise<void> {
  const { spec, decks, skipped } = job;
  const pieces = renderCalibrationHtml({
    title: decks.map(({ name }) => name).join(', '),
    id,
    at,
    split: spec.split,
    version: readVersion(),
    notes:
      spec.allowLeak === true
        ? ['The judges saw the human scores (--allow-leak), so these metrics are meaningless.']
        : [],
    judges: calibrations,
    skipped,
  });
  try {
    await writeReportFile(path, toStream(pieces), io);
  } catch (failure) {
    if (!(failure instanceof Fault)) throw failure;
    throw withHint(failure, () => `Choose another file, and run again: ${command}`);
  }
  io.err(`Wrote ${toVisibleText(path)}\n`);
}

async function* toStream(pieces: Iterable<string>): AsyncGenerator<string> {
  yield* pieces;
}
