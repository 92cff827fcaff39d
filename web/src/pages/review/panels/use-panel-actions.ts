import { useRef } from 'react';
import { useAction } from '../../../app/keys/use-action.ts';
import { say } from '../../../parts/toasts.ts';
import type { ItemEditor } from '../editor/item-editor.ts';
import type { PanelName } from '../selection.ts';
import { type ItemPlace, toItemPlace } from './check/item-place.ts';
import { fieldPlaces, focusField } from './focus-place.ts';
import { useScoreKeys } from './labels/use-score-keys.ts';
import type { Scoring } from './labels/use-scoring.ts';

export interface PanelActionParts {
  readonly editor: ItemEditor;
  readonly scoring: Scoring;
  readonly onPanel: (panel: PanelName) => void;
  readonly onJump: (place: ItemPlace) => void;
}

/** The keys that open panels, lead to their fields, and score. */
export function usePanelActions({ editor, scoring, onPanel, onJump }: PanelActionParts): void {
  const openAt = (panel: PanelName, place: string) => () => {
    onPanel(panel);
    focusField(place);
  };
  useAction('review.check', () => onPanel('check'));
  useAction('review.refs', () => onPanel('refs'));
  useAction('review.find-document', openAt('refs', fieldPlaces.findDocument));
  useAction('review.tags', openAt('tags', fieldPlaces.addTag));
  useAction('review.labels', () => onPanel('labels'));
  useAction('review.comment', openAt('comment', fieldPlaces.comment));
  useAction('review.instructions', () => onPanel('instructions'));
  useAction('review.next-missing', useNextMissing(editor, onJump));
  useScoreKeys({ scoring, onPanel });
}

/** Goes round through what is missing, and through what is worth a look when nothing is. */
function useNextMissing({ item, missing, warnings }: ItemEditor, onJump: (place: ItemPlace) => void): () => void {
  const last = useRef<string>(undefined);
  const remarks = missing.length > 0 ? missing : warnings;
  return () => {
    const next = remarks[(remarks.findIndex(({ path }) => path === last.current) + 1) % remarks.length];
    if (next === undefined) {
      say({ title: 'Nothing is missing.' });
      return;
    }
    last.current = next.path;
    onJump(toItemPlace(item, next.path));
  };
}
