import type { Figure } from '../conversation/certificate.ts';
import { wilsonInterval } from '../statistics/wilson.ts';
import type { CalibrationFigures, Gate } from './calibration.ts';
import { defaultLimits, type FigureName, figureNames } from './figure-names.ts';
import { figureTitles } from './figure-titles.ts';
import { listGateFaults } from './gate-faults.ts';
import { toNeededLabels } from './needed-labels.ts';
import { renderFigure, renderLimit } from './render-figure.ts';

export interface GateInput {
  readonly figures: CalibrationFigures;
  /** `defaultLimits` when absent or empty: a gate without a limit would trust anybody. */
  readonly limits?: Readonly<Record<string, number>>;
  readonly n: number;
  readonly graded: number;
}

type FigureState = Gate['figures'][number]['state'];

/** A judge that cannot grade this share of the samples is no judge of them, however well it does on the rest. */
const leastGraded = 0.9;

/**
 * Whether a judge may be trusted, by the ends of intervals: a figure is met when its lower end is at its limit or above,
 * missed when its upper end is below it, else open. Any missed: not trusted; else any open: not enough labels.
 * A figure without a value or an interval is open. Throws a RangeError for limits that `listGateFaults` refuses.
 */
export function toGate({ figures, limits, n, graded }: GateInput): Gate {
  const held = toLimits(limits);
  const bounded = figureNames.flatMap((name) => {
    const limit = held[name];
    return limit === undefined ? [] : [{ name, limit, figure: figures[name], state: toState(figures[name], limit) }];
  });
  const open = bounded.filter(({ state }) => state === 'open');
  const missed = bounded.filter(({ state }) => state === 'missed');
  const ungraded = findUngradedReason(graded, n);
  const isMissed = missed.length > 0 || ungraded !== undefined;
  return {
    state: isMissed ? 'not trusted' : open.length > 0 ? 'not enough labels' : 'trusted',
    reasons: [
      ...(ungraded === undefined ? [] : [ungraded]),
      ...missed.map(({ name, limit, figure }) => `${renderNamed(name, figure, limit)} is below ${renderLimit(limit)}.`),
      ...open.map(({ name, limit, figure }) => renderOpen(name, figure, limit)),
    ],
    needed: open.map(({ name, limit, figure }) => toNeededLabels(name, figure, limit)),
    limits: held,
    figures: bounded.map(({ name, limit, state }) => ({ figure: name, limit, state })),
  };
}

function toLimits(limits: Readonly<Record<string, number>> = {}): Readonly<Partial<Record<FigureName, number>>> {
  if (Object.keys(limits).length === 0) return defaultLimits;
  const [fault] = listGateFaults(limits);
  if (fault !== undefined) throw new RangeError(`${fault.message} ${fault.hint}`);
  return limits;
}

function toState({ value, low, high }: Figure, limit: number): FigureState {
  if (value === null || low === undefined || high === undefined) return 'open';
  if (low >= limit) return 'met';
  return high < limit ? 'missed' : 'open';
}

function renderOpen(name: FigureName, figure: Figure, limit: number): string {
  const against = renderLimit(limit);
  const why = figure.why === undefined ? '' : ` (${figure.why})`;
  if (figure.value === null)
    return `${figureTitles[name]} is undefined${why}, so it is not decided against ${against}.`;
  return `${renderNamed(name, figure, limit)} is not yet decided against ${against}${why}.`;
}

function renderNamed(name: FigureName, figure: Figure, limit: number): string {
  return `${figureTitles[name]} ${renderFigure(figure, limit)}`;
}

function findUngradedReason(graded: number, n: number): string | undefined {
  const { value, low, high } = wilsonInterval(graded, n);
  if (value === null || low === null || high === null || high >= leastGraded) return undefined;
  return `Graded ${renderFigure({ value, low, high, n })} is below ${renderLimit(leastGraded)}: ${n - graded} of ${n} samples got no score.`;
}
