import { renderNumberOf } from '../../base/number-of.ts';
import { wrap } from '../../base/wrap.ts';
import { renderCacheNote } from '../summary/cache-note.ts';
import type { CalibrationReport, CalibrationStyle } from './calibration-report.ts';
import { listNextSteps } from './next-step.ts';

type Block = readonly string[];

/** Next to the verdicts: cached answers are not what the judge answers now. */
export function renderCached({ answers }: CalibrationReport, { width }: CalibrationStyle): Block {
  const note = answers && renderCacheNote([{ noun: 'answers', ...answers }]);
  return note === undefined ? [] : wrap(note, width);
}

export function listSkipped({ skipped }: CalibrationReport): readonly string[] {
  if (skipped === 0) return [];
  const what = `${renderNumberOf(skipped, 'sample')} could not be used and ${skipped === 1 ? 'was' : 'were'} skipped`;
  return [`${what}. --json lists the reasons. --strict turns them into errors.`];
}

/** What to do next, a block for each step. Commands are never broken. */
export function renderNext(
  report: CalibrationReport,
  { width }: CalibrationStyle,
  mostNames = Number.POSITIVE_INFINITY,
): readonly Block[] {
  return listNextSteps(report, mostNames).map(({ says, command }) => [
    ...wrap(says, width),
    ...(command === undefined ? [] : [`  ${command}`]),
  ]);
}
