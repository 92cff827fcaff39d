import { type PageAnswer, toShownScore } from '../../src/format/calibration-page.ts';
import { element } from '../page/element.ts';
import { textOf } from '../page/folded-text.ts';
import { toShown } from '../page/shown-text.ts';
import { scoreFaceOf } from './score-face.ts';

/** What people said: the score that counts, why, and everybody's own where several scored. */
export function peopleSideOf(human: number | null, { h, r: ratings = [] }: PageAnswer, pass: number): HTMLElement {
  const items = ratings.map(([rater, score, reason]) =>
    element(
      'li',
      {},
      element('b', { dir: 'auto' }, toShown(rater)),
      ` ${toShownScore(score)}`,
      ...(reason === '' ? [] : [textOf(reason, 'reason')]),
    ),
  );
  return element(
    'section',
    { class: 'side', 'aria-label': 'What people said' },
    element('h3', {}, 'People'),
    scoreFaceOf(human, pass),
    ...listReason(h, ratings),
    ...(items.length === 0
      ? []
      : [
          element('p', { class: 'note' }, `${items.length} ${items.length === 1 ? 'rating' : 'ratings'}`),
          element('ul', { class: 'ratings' }, ...items),
        ]),
  );
}

/** Why; where that is the reason of a rating, it stands there. */
function listReason(reason: string | undefined, ratings: NonNullable<PageAnswer['r']>): readonly HTMLElement[] {
  if (ratings.some((rating) => rating[2] === reason)) return [];
  return [reason === undefined ? element('p', { class: 'note' }, 'No reason given.') : textOf(reason, 'reason')];
}
