import { renderFigure } from '../../../calibrate/render-figure.ts';
import type { Figure } from '../../../conversation/certificate.ts';
import { escapeHtml } from '../../html/escape-html.ts';
import { renderBar } from '../../html/render-bar.ts';
import type { FigureKind } from './figure-words.ts';

/** From where to where a track goes. */
export type Domain = readonly [low: number, high: number];

/** The whole of what a figure can be; for points of the scale, as far as these figures go. */
export function toDomain(kind: FigureKind, figures: readonly Figure[]): Domain {
  if (kind === 'share') return [0, 1];
  if (kind === 'coefficient') return [-1, 1];
  const far = figures.flatMap(({ value, low, high }) => [value ?? 0, low ?? 0, high ?? 0]).map(Math.abs);
  const most = Math.max(1, ...far);
  return [kind === 'shift' ? -most : 0, most];
}

export interface FigureDrawing {
  readonly domain: Domain;
  readonly limit?: number;
}

/** A figure with its interval, drawn and in words, and n: never the bare value. */
export function renderDrawnFigure(figure: Figure, { domain, limit }: FigureDrawing): string {
  const text = renderFigureText(figure, limit);
  const { value, low, high } = figure;
  if (value === null) return text;
  const [from, to] = domain;
  const toShare = (point: number) => (point - from) / (to - from);
  const bar = renderBar({
    value: figure.bound === true && low !== undefined ? null : toShare(value),
    low: low === undefined ? null : toShare(low),
    high: high === undefined ? null : toShare(high),
    ...(limit === undefined ? {} : { limit: toShare(limit) }),
    ...(from < 0 ? { zero: toShare(0) } : {}),
  });
  return `<span class="interval"><span>${text}</span>${bar}</span>`;
}

/** The same in words only. */
export function renderFigureText(figure: Figure, limit?: number): string {
  const { value, n, why } = figure;
  const reason = why === undefined ? '' : ` <span class="n why">${escapeHtml(why)}</span>`;
  if (value === null) return `<span class="none">– n=${n.toLocaleString('en')}${reason}</span>`;
  const [number = '', ...rest] = renderFigure(figure, limit).split(' ');
  return `<b>${number}</b> <span class="bounds">${escapeHtml(rest.join(' '))}</span>${reason}`;
}
