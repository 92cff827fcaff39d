import { renderNumberOf } from '../../base/number-of.ts';
import { padRight, toWidest } from '../../base/terminal-text.ts';
import type { Calibration } from '../../calibrate/calibration.ts';
import { type GateState, gateStateTitles } from '../../conversation/certificate.ts';
import { breakLines } from '../fit-lines.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { Paint, Palette } from '../palette.ts';
import type { CalibrationStyle, ReportedJudge } from './calibration-report.ts';
import { renderInconclusive } from './inconclusive-metrics.ts';
import { type GateReason, listGateReasons } from './render-gate.ts';
import { listCauses, quoteReason } from './render-ungraded.ts';

const longestName = 30;

interface VerdictLineOptions {
  /** Default: the target of each judge. */
  readonly names?: readonly string[];
  /** Lines per judge. Default: as many as it takes. */
  readonly mostLines?: number;
}

/** Whether each judge may be trusted and why not, a line each: `hasty  not trusted: TNR 0.40 [0.20, 0.64] n=15 is below 0.70`. */
export function renderVerdictLines(
  judges: readonly ReportedJudge[],
  style: CalibrationStyle,
  { names = judges.map(nameJudge), mostLines = Number.POSITIVE_INFINITY }: VerdictLineOptions = {},
): readonly string[] {
  const nameWidth = toWidest(names);
  return judges.flatMap((judge, index) => {
    const { state, paint, why } = toVerdict(judge, style.palette);
    const [first = '', ...rest] = breakLines(`${state}${why}`, style.width - nameWidth - 2, mostLines);
    const name = style.palette.bold(padRight(names[index] ?? '', nameWidth));
    const indent = ' '.repeat(nameWidth + 2);
    return [
      `${name}  ${paint(first.slice(0, state.length))}${first.slice(state.length)}`,
      ...rest.map((line) => `${indent}${line}`),
    ];
  });
}

function nameJudge({ calibration }: ReportedJudge): string {
  return cutLine(toLine(calibration.target), longestName);
}

interface Verdict {
  readonly state: string;
  readonly paint: Paint;
  /** What follows it on its line. */
  readonly why: string;
}

function toVerdict({ calibration, rows }: ReportedJudge, palette: Palette): Verdict {
  const { gate, graded, n } = calibration;
  if (graded === 0) {
    return {
      state: `graded none of ${renderNumberOf(n, 'sample')}`,
      paint: palette.red,
      why: renderCauses({ calibration, rows }),
    };
  }
  const caveats = gate.caveats.map(toLine).join(', and ');
  const paint = toStatePaint(gate.state, gate.caveats.length > 0, palette);
  if (gate.state === 'trusted') return { state: gate.state, paint, why: caveats === '' ? '' : `, but ${caveats}` };
  const why = gate.state === 'not-trusted' ? renderReasons(calibration, 'missed') : renderOpen(calibration);
  return { state: gateStateTitles[gate.state], paint, why: `: ${why}${caveats === '' ? '' : `, and ${caveats}`}` };
}

function renderReasons(calibration: Calibration, wanted: GateReason['state']): string {
  const reasons = listGateReasons(calibration).filter(({ state }) => state === wanted);
  return reasons.map(({ sentence }) => toLine(sentence).replace(/\.$/, '').replace(/^It /, 'it ')).join(', ');
}

function renderOpen(calibration: Calibration): string {
  const hasMetric = calibration.gate.metrics.some(({ state }) => state === 'inconclusive');
  return hasMetric ? renderInconclusive(calibration) : renderReasons(calibration, 'inconclusive');
}

function renderCauses(judge: ReportedJudge): string {
  const causes = listCauses(judge);
  const counts = causes.map(({ cause, count }) => `${count.toLocaleString('en')} ${cause}`);
  const example = causes.find(({ reason }) => reason !== undefined)?.reason;
  const first = example === undefined ? '' : `, first: ${quoteReason(example)}`;
  return counts.length === 0 ? '' : `: ${counts.join(', ')}${first}`;
}

function toStatePaint(state: GateState, hasCaveat: boolean, { green, red, yellow }: Palette): Paint {
  if (state === 'trusted') return hasCaveat ? yellow : green;
  return state === 'not-trusted' ? red : yellow;
}
