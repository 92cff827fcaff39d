import { toScoreText } from '../../src/format/score-text.ts';
import { element } from '../page/element.ts';
import { markOf } from '../page/marks.ts';

/** A score, large, and whether it passes. */
export function scoreFaceOf(score: number | null, pass: number): HTMLElement {
  if (score === null) return element('p', { class: 'face none' }, 'No score');
  const passes = score >= pass;
  return element(
    'p',
    { class: 'face' },
    element('b', {}, toScoreText(score)),
    ' ',
    markOf(passes ? 'pass' : 'fail'),
    passes ? ' pass' : ' fail',
  );
}
