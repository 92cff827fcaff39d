import type { ActionId } from '../../../../app/keys/action-table.ts';
import { useAction } from '../../../../app/keys/use-action.ts';
import { say } from '../../../../parts/toasts.ts';
import type { PanelName } from '../../selection.ts';
import { fieldPlaces } from '../field-places.ts';
import { focusField } from '../focus-place.ts';
import { listStepKeys, type StepKey, stepKeys } from './scale-steps.ts';
import type { Scoring } from './use-scoring.ts';

const scoreActions: Readonly<Record<StepKey, ActionId>> = {
  ...({ '1': 'review.score-1', '2': 'review.score-2', '3': 'review.score-3', '4': 'review.score-4' } as const),
  ...({ '5': 'review.score-5', '6': 'review.score-6', '7': 'review.score-7', '8': 'review.score-8' } as const),
  ...({ '9': 'review.score-9', '0': 'review.score-10', '=': 'review.score-11' } as const),
};

export interface ScoreKeyParts {
  readonly scoring: Scoring;
  readonly onPanel: (panel: PanelName) => void;
}

/**
 * One key gives a score, whatever panel is open; the panel opens, so that what was done is seen. Without steps it begins
 * the number that is given.
 */
export function useScoreKeys({ scoring, onPanel }: ScoreKeyParts): void {
  const { steps, give, view, question: asked } = scoring;
  const keysOfSteps = steps === undefined ? [] : listStepKeys(steps);
  for (const key of stepKeys) {
    const step = steps?.[keysOfSteps.indexOf(key)];
    const score = () => {
      if (step === undefined) return;
      onPanel('labels');
      give(step);
    };
    /** More scores than keys: the digit is the first of a number. */
    const write = () => {
      onPanel('labels');
      focusField(fieldPlaces.score, key);
    };
    const isWritten = asked !== undefined && steps === undefined && key !== '=';
    // biome-ignore lint/correctness/useHookAtTopLevel: the list is fixed, so the hooks are the same each time
    useAction(scoreActions[key], step !== undefined ? score : isWritten ? write : undefined);
  }
  useAction('review.reason', () => {
    onPanel('labels');
    if (view.pending === undefined && view.mine.length === 0) say({ title: 'Give a score first, then say why.' });
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
  useAction('review.end-edit', isFresh ? () => !isTyping() && scoring.takeBack() : undefined);
}

/** Escape in a field leaves the field, and nothing else. */
function isTyping(): boolean {
  const { activeElement } = document;
  return activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
}
