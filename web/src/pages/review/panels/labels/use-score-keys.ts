import type { ActionId } from '../../../../app/keys/action-table.ts';
import { useAction } from '../../../../app/keys/use-action.ts';
import { say } from '../../../../parts/toasts.ts';
import type { PanelName } from '../../selection.ts';
import { fieldPlaces } from '../field-places.ts';
import { focusField } from '../focus-place.ts';
import type { Scoring } from './use-scoring.ts';

/** In the order of the steps of a scale. */
const scoreActions = [
  ...(['review.score-1', 'review.score-2', 'review.score-3', 'review.score-4', 'review.score-5'] as const),
  ...(['review.score-6', 'review.score-7', 'review.score-8', 'review.score-9', 'review.score-10'] as const),
] satisfies readonly ActionId[];

export interface ScoreKeyParts {
  readonly scoring: Scoring;
  readonly onPanel: (panel: PanelName) => void;
}

/** One key gives a score, whatever panel is open; the panel opens, so that what was done is seen. */
export function useScoreKeys({ scoring, onPanel }: ScoreKeyParts): void {
  const { steps, give, view } = scoring;
  for (const [place, id] of scoreActions.entries()) {
    const step = steps?.[place];
    const run = () => {
      if (step === undefined) return;
      onPanel('labels');
      give(step);
    };
    // biome-ignore lint/correctness/useHookAtTopLevel: the list is fixed, so the hooks are the same each time
    useAction(id, step === undefined ? undefined : run);
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
