import type { PageAnswer } from '../../src/format/calibration-page.ts';
import { toScoreText } from '../../src/format/score-text.ts';
import { element } from '../page/element.ts';
import { textOf } from '../page/folded-text.ts';
import { toShown } from '../page/shown-text.ts';
import { scoreFaceOf } from './score-face.ts';

/** Human score: the score that counts, why, and everybody's own where several scored. */
export function peopleSideOf(
  human: number | null,
  { humanReason, ratings = [] }: PageAnswer,
  pass: number,
): HTMLElement {
  const items = ratings.map(([rater, score, reason]) =>
    element(
      'li',
      {},
      element('b', { dir: 'auto' }, toShown(rater)),
      ` ${toScoreText(score)}`,
      ...(reason === '' ? [] : [textOf(reason, 'reason')]),
    ),
  );
  return element(
    'section',
    { class: 'side', 'aria-label': 'Human scores' },
    element('h3', {}, 'People'),
    scoreFaceOf(human, pass),
    ...listReason(humanReason, ratings),
    ...(items.length === 0
      ? []
      : [
          element('p', { class: 'note' }, `${items.length} ${items.length === 1 ? 'rating' : 'ratings'}`),
          element('ul', { class: 'ratings' }, ...items),
        ]),
  );
}

/** Why; where that is the reason of a rating, it stands there. */
function listReason(reason: string | undefined, ratings: NonNullable<PageAnswer['ratings']>): readonly HTMLElement[] {
  const given = ratings.flatMap(([, , why]) => (why === '' ? [] : [why]));
  if (reason === undefined) return given.length > 0 ? [] : [element('p', { class: 'note' }, 'No reason given.')];
  return given.includes(reason) ? [] : [textOf(reason, 'reason')];
}
