import type { Question } from '../../../../../../src/contract/workspace.ts';
import { renderScale } from '../../../../../../src/conversation/judge/scale.ts';
import type { ActionId } from '../../../../app/keys/action-table.ts';
import { useAction } from '../../../../app/keys/use-action.ts';
import { showToast } from '../../../../parts/feedback/toasts.ts';
import type { PanelName } from '../../selection.ts';
import { fieldPlaces } from '../field-places.ts';
import { focusField } from '../focus-place.ts';
import type { Scoring } from './use-scoring.ts';

const scoreActions = {
  ...({ '0': 'review.score-0', '1': 'review.score-1', '2': 'review.score-2', '3': 'review.score-3' } as const),
  ...({ '4': 'review.score-4', '5': 'review.score-5', '6': 'review.score-6', '7': 'review.score-7' } as const),
  ...({ '8': 'review.score-8', '9': 'review.score-9', '=': 'review.score-10' } as const),
  ...({ '- 1': 'review.score-minus-1', '- 2': 'review.score-minus-2', '- 3': 'review.score-minus-3' } as const),
  ...({ '- 4': 'review.score-minus-4', '- 5': 'review.score-minus-5', '- 6': 'review.score-minus-6' } as const),
  ...({ '- 7': 'review.score-minus-7', '- 8': 'review.score-minus-8', '- 9': 'review.score-minus-9' } as const),
} as const satisfies Readonly<Record<string, ActionId>>;

export interface ScoreKeyParts {
  readonly scoring: Scoring;
  readonly onPanel: (panel: PanelName) => void;
}

/**
 * A digit gives its own value, after a minus sign the negative one, whatever panel is open; the panel opens, so that what
 * was done is seen. Where a score has no key, the digit begins the number that is typed.
 */
export function useScoreKeys({ scoring, onPanel }: ScoreKeyParts): void {
  const { give, view, question: asked } = scoring;
  const byKeys = new Map([...(scoring.keys ?? [])].map(([score, keys]) => [keys, score]));
  for (const [keys, action] of Object.entries(scoreActions)) {
    const score = byKeys.get(keys);
    const run = () => {
      onPanel('labels');
      if (score !== undefined) give(score);
      else if (scoring.keys === undefined) focusField(fieldPlaces.score, keys.replace(' ', ''));
      else showToast({ title: `${keys.replace(' ', '')} isn't a valid score. ${toScaleText(asked)}`, kind: 'fault' });
    };
    const isPossible = asked !== undefined && (score !== undefined || keys !== '=');
    // biome-ignore lint/correctness/useHookAtTopLevel: the list is fixed, so the hooks are the same each time
    useAction(action, isPossible ? run : undefined);
  }
  useAction('review.reason', () => {
    onPanel('labels');
    if (view.pending === undefined && view.mine.length === 0)
      showToast({ title: 'Give a score first, then explain it.' });
    else focusField(fieldPlaces.reason);
  });
  const { isWhole, turnNumber, questions, question, choose } = scoring;
  const toggle = () => {
    onPanel('labels');
    scoring.setWhole(!isWhole);
  };
  useAction('review.score-place', turnNumber === undefined ? undefined : toggle);
  const next = questions[(questions.findIndex((one) => one.question === question?.question) + 1) % questions.length];
  const ask = () => {
    onPanel('labels');
    if (next !== undefined) choose(next.question);
  };
  useAction('review.next-question', questions.length < 2 ? undefined : ask);
  const isFresh = view.pending?.state.kind === 'grace';
  useAction('review.end-edit', isFresh ? () => !isTyping() && scoring.withdraw() : undefined);
}

function toScaleText(question: Question | undefined): string {
  return question === undefined ? '' : `The scale is ${renderScale(question)}.`;
}

/** Escape in a field leaves the field, and nothing else. */
function isTyping(): boolean {
  const { activeElement } = document;
  return activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
}
