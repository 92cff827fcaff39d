import type { Baseline, Calibration } from '../../../calibrate/calibration.ts';
import type { FigureName } from '../../../calibrate/figure-names.ts';
import { figureTitles } from '../../../calibrate/figure-titles.ts';
import type { Figure } from '../../../conversation/certificate.ts';
import { escapeHtml } from '../../html/escape-html.ts';
import { figureMeanings, mainFigures, toFigureKind } from './figure-words.ts';
import { renderDrawnFigure, toDomain } from './render-drawn-figure.ts';

/** A line of a card: who, and the figure. */
interface Entry {
  readonly name: string;
  readonly kind: 'judge' | Baseline['kind'];
  readonly figure: Figure;
}

/** The figures to look at first: every judge, and under them what they have to beat and what people reach. */
export function renderSideBySide(calibrations: readonly Calibration[], labels: readonly string[]): string {
  const cards = mainFigures.map((name) => renderCard(name, listEntries(name, calibrations, labels)));
  return `<h2>Judges side by side</h2>\n<p class="note">Bars are 95 % intervals, n is what was counted. A judge that is not above "constant" has learned nothing from the conversations; one that is level with people agrees with them as they do with each other.</p>\n<div class="cards">${cards.join('')}</div>\n`;
}

function renderCard(name: FigureName, entries: readonly Entry[]): string {
  const figures = entries.map(({ figure }) => figure);
  const domain = toDomain(toFigureKind(name), figures);
  const rows = entries.map(
    ({ name: who, kind, figure }) =>
      `<li class="${kind}"><span class="name">${escapeHtml(who)}</span>${renderDrawnFigure(figure, { domain })}</li>`,
  );
  return `<section class="card"><h3>${escapeHtml(figureTitles[name])}</h3><p class="note">${escapeHtml(figureMeanings[name])}</p><ul class="entries">${rows.join('')}</ul></section>\n`;
}

function listEntries(
  name: FigureName,
  calibrations: readonly Calibration[],
  labels: readonly string[],
): readonly Entry[] {
  const judges = calibrations.map((calibration, judge) => ({
    name: labels[judge] ?? '',
    kind: 'judge' as const,
    figure: calibration[name],
  }));
  return [...judges, ...listBaselines(name, calibrations, labels)];
}

/**
 * What judges have to beat, and what people reach, once for every deck: of the judge that could be compared on the most
 * samples. The certificate before is each judge's own.
 */
function listBaselines(
  name: FigureName,
  calibrations: readonly Calibration[],
  labels: readonly string[],
): readonly Entry[] {
  const decks = Map.groupBy(calibrations, ({ deck }) => deck);
  const entries = [...decks].flatMap(([deck, ofDeck]) => {
    const widest = ofDeck.reduce((one, other) => (other.compared > one.compared ? other : one));
    return listFigures(name, listShared(widest.baselines), decks.size > 1 ? deck : '');
  });
  const before = calibrations.flatMap(({ baselines }, judge) => {
    const own = baselines.filter(({ kind }) => kind === 'previous');
    return listFigures(name, own, calibrations.length > 1 ? (labels[judge] ?? '') : '');
  });
  return [...entries, ...before].toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/** Where the commonest score is also the best constant, it is said once. */
function listShared(baselines: readonly Baseline[]): readonly Baseline[] {
  const constant = baselines.find(({ kind }) => kind === 'constant');
  return baselines.filter(({ kind, name }) => kind !== 'previous' && !(kind === 'majority' && name === constant?.name));
}

function listFigures(name: FigureName, baselines: readonly Baseline[], whose: string): readonly Entry[] {
  return baselines.flatMap((baseline) => {
    const figure = baseline.figures[name];
    return figure === undefined ? [] : [{ name: toBaselineName(baseline, whose), kind: baseline.kind, figure }];
  });
}

const order: readonly string[] = ['constant', 'majority', 'previous', 'humans'];

/** `whose`: the judge of a certificate, or the deck of the others; empty where there is one only. */
function toBaselineName({ kind, name }: Baseline, whose: string): string {
  if (kind === 'previous') return whose === '' ? name : `${whose}: ${name}`;
  const what = kind === 'humans' ? name : `${kind}: ${name}`;
  return whose === '' ? what : `${what} (${whose})`;
}
