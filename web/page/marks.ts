import type { PageMark, PageStatus } from '../../src/format/page-data.ts';
import { element } from './element.ts';

/** Every status has a sign of its own: color is never the only one. */
export const statusSigns: Readonly<Record<PageStatus | PageMark, string>> = {
  pass: '✓',
  fail: '✗',
  error: '!',
  ungraded: '?',
  skipped: '–',
  unfinished: '…',
};

export function markOf(status: PageStatus | PageMark): HTMLElement {
  return element('span', { class: `mark ${status}`, role: 'img', 'aria-label': status }, statusSigns[status]);
}

/** A score from 0 to 1 as a short bar; the number stands beside it. */
export function meterOf(unit: number): HTMLElement {
  const fill = element('span', {});
  fill.style.width = `${Math.round(unit * 100)}%`;
  return element('span', { class: 'meter', 'aria-hidden': 'true' }, fill);
}
