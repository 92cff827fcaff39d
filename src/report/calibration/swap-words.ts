import type { Calibration } from '../../calibrate/calibration.ts';
import type { JudgeSwap } from '../../calibrate/swap-judges.ts';
import type { SwapVerdict } from '../../conversation/certificate.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { Palette } from '../palette.ts';
import type { ReportedDeck } from './calibration-report.ts';

const longestName = 40;

export const verdictTitles: Readonly<Record<SwapVerdict, string>> = {
  'not-worse': 'not worse',
  worse: 'worse',
  inconclusive: 'inconclusive',
};

export function paintVerdict(verdict: SwapVerdict | undefined, text: string, palette: Palette): string {
  if (verdict === undefined) return text;
  return { 'not-worse': palette.green, worse: palette.red, inconclusive: palette.yellow }[verdict](text);
}

export function renderMargin(margin: number): string {
  return `${Number((margin * 100).toPrecision(12))} pp`;
}

export function cutName(name: string): string {
  return cutLine(toLine(name), longestName);
}

export function findCalibration({ deck: name, new: id }: JudgeSwap, { judges }: ReportedDeck): Calibration | undefined {
  return judges.find(({ calibration: { deck, target } }) => deck === name && target === id)?.calibration;
}
