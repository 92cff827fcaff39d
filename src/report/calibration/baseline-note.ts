import { wrap } from '../../base/terminal-text.ts';
import type { Calibration } from '../../calibrate/calibration.ts';
import { toLine } from '../one-line.ts';
import type { CalibrationStyle } from './calibration-report.ts';

/** Says when a judge is no better than one that always gives the same score, or when the samples cannot show it. */
export function renderBaselineNote(calibration: Calibration, { palette, width }: CalibrationStyle): readonly string[] {
  const sentence = findBaselineSentence(calibration);
  if (sentence === undefined) return [];
  return wrap(sentence, width - 4).map((line, index) => palette.yellow(`${index === 0 ? '  ' : '    '}${line}`));
}

/** The correlation at the passing score of a constant judge is 0: better is what is clearly above it. */
export function findBaselineSentence({ compared, baselines, target, mcc, tpr, tnr }: Calibration): string | undefined {
  const constant = baselines.find(({ kind }) => kind === 'constant');
  if (compared === 0 || constant === undefined) return undefined;
  const [judge, name] = [toLine(target), toLine(constant.name)];
  if (tpr.n === 0 || tnr.n === 0) {
    const all = tpr.n === 0 ? 'failing' : 'passing';
    return `Every graded sample has a ${all} human score, so these samples cannot tell ${judge} from "${name}".`;
  }
  // Undefined for a judge that gives one answer to everything, and for samples that a verdict chose, which say nothing.
  const isConstant = Math.max(tpr.value ?? 0, tnr.value ?? 0) === 1 && Math.min(tpr.value ?? 1, tnr.value ?? 1) === 0;
  if (mcc.value === null ? isConstant : mcc.value <= 0) return `${judge} is no better than "${name}".`;
  if (mcc.value === null) return undefined;
  if (mcc.low === null || mcc.low > 0) return undefined;
  return `${judge} is not clearly better than "${name}".`;
}
