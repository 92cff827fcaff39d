import type { Figure } from '../conversation/certificate.ts';
import type { CalibrationFigures, Gate } from './calibration.ts';
import type { Disqualification } from './disqualify.ts';
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
  /** What stands against the judge besides its figures. */
  readonly besides?: Disqualification;
}

const none: Disqualification = { missed: [], open: [] };

type FigureState = Gate['figures'][number]['state'];

/**
 * Whether a judge may be trusted, by the ends of intervals: a figure is met when its lower end is at its limit or above,
 * missed when its upper end is below it, else open. Any missed: not trusted; else any open: not enough labels.
 * What stands against a judge besides its figures (see `disqualify`) counts as missed or open.
 * A figure without a value or an interval is open. Throws a RangeError for limits that `listGateFaults` refuses.
 */
export function toGate({ figures, limits, n, graded, besides = none }: GateInput): Omit<Gate, 'caveats'> {
  const held = toLimits(limits);
  const bounded = figureNames.flatMap((name) => {
    const limit = held[name];
    return limit === undefined ? [] : [{ name, limit, figure: figures[name], state: toState(figures[name], limit) }];
  });
  const open = bounded.filter(({ state }) => state === 'inconclusive');
  const missed = bounded.filter(({ state }) => state === 'missed');
  const isMissed = missed.length + besides.missed.length > 0;
  const isOpen = open.length + besides.open.length > 0;
  return {
    state: isMissed ? 'not-trusted' : isOpen ? 'insufficient-labels' : 'trusted',
    reasons: [
      ...besides.missed,
      ...[...missed, ...open].flatMap(({ name, limit, figure }) => findReason(name, figure, limit) ?? []),
      ...besides.open,
    ],
    // Labels decide nothing about who gives no score.
    needed: graded === 0 && n > 0 ? [] : open.map(({ name, limit, figure }) => toNeededLabels(name, figure, limit)),
    limits: held,
    figures: bounded.map(({ name, limit, state }) => ({ figure: name, limit, state })),
  };
}

/** Why a figure does not reach its limit, in a sentence; undefined for one that does. */
export function findReason(name: FigureName, figure: Figure, limit: number): string | undefined {
  const state = toState(figure, limit);
  if (state === 'met') return undefined;
  if (state === 'inconclusive') return renderOpen(name, figure, limit);
  return `${renderNamed(name, figure, limit)} is below ${renderLimit(limit)}.`;
}

function toLimits(limits: Readonly<Record<string, number>> = {}): Readonly<Partial<Record<FigureName, number>>> {
  if (Object.keys(limits).length === 0) return defaultLimits;
  const [fault] = listGateFaults(limits);
  if (fault !== undefined) throw new RangeError(`${fault.message} ${fault.hint}`);
  return limits;
}

function toState({ value, low, high }: Figure, limit: number): FigureState {
  if (value === null || low === undefined || high === undefined) return 'inconclusive';
  if (low >= limit) return 'met';
  return high < limit ? 'missed' : 'inconclusive';
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
