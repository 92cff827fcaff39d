import { renderNumberOf } from '../../base/number-of.ts';
import { wrap } from '../../base/wrap.ts';
import { renderCacheNote } from '../summary/cache-note.ts';
import type { CalibrationReport, CalibrationStyle } from './calibration-report.ts';
import { listNextSteps } from './next-step.ts';

type Block = readonly string[];

/** First of all: cached answers are not what the judge answers now. */
export function renderCached({ answers }: CalibrationReport, { width }: CalibrationStyle): Block {
  const note = answers && renderCacheNote([{ noun: 'answers', ...answers }]);
  return note === undefined ? [] : wrap(note, width);
}

export function renderSkipped({ skipped }: CalibrationReport, { palette }: CalibrationStyle): Block {
  if (skipped === 0) return [];
  const what = `${renderNumberOf(skipped, 'sample')} could not be used and ${skipped === 1 ? 'was' : 'were'} skipped`;
  return [palette.yellow(`${what}. --json lists the reasons. --strict turns them into errors.`)];
}

export function renderNext(report: CalibrationReport, { width }: CalibrationStyle): Block {
  return listNextSteps(report).flatMap(({ says, command }) => [
    ...wrap(says, width),
    ...(command === undefined ? [] : [`  ${command}`]),
  ]);
}
