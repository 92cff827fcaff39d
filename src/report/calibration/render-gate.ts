import { wrap } from '../../base/terminal-text.ts';
import type { Calibration, Gate } from '../../calibrate/calibration.ts';
import { isRate, metricTable } from '../../statistics/metric-table.ts';
import { renderEstimate, renderThreshold } from '../../statistics/render-estimate.ts';
import { toLine } from '../one-line.ts';
import type { Paint, Palette } from '../palette.ts';
import type { CalibrationStyle } from './calibration-report.ts';
import { findUnscoredSentence, listEvidenceSentences, listNeededSentences } from './evidence-sentences.ts';

/** Every threshold with what was measured, and how many labels would decide what is inconclusive. */
export function renderGate(calibration: Calibration, { palette, width }: CalibrationStyle): readonly string[] {
  const lines = listThresholds(calibration).flatMap(({ state, sentence }) => {
    const paint = paints[state](palette);
    const wrapped = wrap(toLine(sentence), width - indent);
    return wrapped.map((line, index) => `  ${paint((index === 0 ? state : '').padEnd(indent - 2))}${line}`);
  });
  const evidence = listEvidenceSentences(calibration).flatMap((sentence) => wrap(sentence, width - indent));
  const needed = listNeeded(calibration).flatMap((sentence) => wrap(toLine(sentence), width - indent));
  return [...lines, ...[...needed, ...evidence].map((line) => `${' '.repeat(indent)}${palette.dim(line)}`)];
}

const indent = 16;
const paints: Readonly<Record<GateReason['state'], (palette: Palette) => Paint>> = {
  met: ({ green }) => green,
  missed: ({ red }) => red,
  inconclusive: ({ yellow }) => yellow,
};

function listThresholds(calibration: Calibration): readonly GateReason[] {
  const met = calibration.gate.metrics.filter(({ state }) => state === 'met');
  return [
    ...listGateReasons(calibration),
    ...met.map(({ metric, threshold, state }) => {
      const measured = `${metricTable[metric].title} ${renderEstimate(calibration[metric], { threshold, isRate: isRate(metric) })}`;
      return { state, sentence: `${measured} is at least ${renderThreshold(threshold)}.` };
    }),
  ];
}

/** What forecasts assume is said once, before the first. */
function listNeeded(calibration: Calibration): readonly string[] {
  const sentences = listNeededSentences(calibration);
  if (findUnscoredSentence(calibration) !== undefined) return sentences;
  return sentences.map((says, index) => (index === 0 ? `If the judge stays unchanged: ${says}` : says));
}

export interface GateReason {
  readonly state: Gate['metrics'][number]['state'];
  readonly sentence: string;
}

/**
 * The reasons of a gate, each with whether it speaks against the judge or leaves it inconclusive. What is not about a
 * metric comes before the metrics when it is missed, and after them when it is inconclusive.
 */
export function listGateReasons(calibration: Calibration): readonly GateReason[] {
  const { reasons, metrics, state } = calibration.gate;
  const ofMetrics = new Map(metrics.map(({ why, state: own }) => [why, own]));
  const first = reasons.findIndex((reason) => ofMetrics.has(reason));
  const isBefore = (index: number) => (first === -1 ? state === 'not-trusted' : index < first);
  return reasons.map((sentence, index) => ({
    state: ofMetrics.get(sentence) ?? (isBefore(index) ? 'missed' : 'inconclusive'),
    sentence,
  }));
}
