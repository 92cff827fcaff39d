import { type PageMark, type PageStatus, statusSigns } from '../../src/format/page-data.ts';
import { element } from './element.ts';

export function markOf(status: PageStatus | PageMark): HTMLElement {
  return element('span', { class: `mark ${status}`, role: 'img', 'aria-label': status }, statusSigns[status]);
}

/** A score from 0 to 1 as a short bar. The number is next to it. */
export function meterOf(unit: number): HTMLElement {
  const fill = element('span', {});
  fill.style.width = `${Math.round(unit * 100)}%`;
  return element('span', { class: 'meter', 'aria-hidden': 'true' }, fill);
}
