import { useRef } from 'react';
import { useAction } from '../../../app/keys/use-action.ts';
import { say } from '../../../parts/toasts.ts';
import { listRefs, toOwner } from '../edit/ref-place.ts';
import type { ItemEditor } from '../editor/item-editor.ts';
import type { PanelName, Selection } from '../selection.ts';
import { type ItemPlace, toItemPlace } from './check/item-place.ts';
import { findNextRemark, type RemarkStep } from './check/next-remark.ts';
import { fieldPlaces } from './field-places.ts';
import { focusField, pressPlace } from './focus-place.ts';
import { useScoreKeys } from './labels/use-score-keys.ts';
import type { Scoring } from './labels/use-scoring.ts';

export interface PanelActionParts {
  readonly editor: ItemEditor;
  readonly selection: Selection;
  readonly scoring: Scoring;
  readonly onPanel: (panel: PanelName) => void;
  readonly onJump: (place: ItemPlace) => void;
}

/** The keys that open panels, lead to their fields, and score. */
export function usePanelActions({ editor, selection, scoring, onPanel, onJump }: PanelActionParts): void {
  const openAt = (panel: PanelName, place: string) => () => {
    onPanel(panel);
    focusField(place);
  };
  useAction('review.check', () => onPanel('check'));
  useAction('review.refs', () => onPanel('refs'));
  useAction('review.find-document', openAt('refs', fieldPlaces.findDocument));
  useAction('review.excerpt', () => {
    onPanel('refs');
    const hasRefs = listRefs(editor.item, toOwner(editor.item, selection.turnId)).length > 0;
    if (hasRefs) pressPlace(fieldPlaces.excerpt);
    else say({ title: 'There is no reference here yet. Press f to find a document.' });
  });
  useAction('review.tags', openAt('tags', fieldPlaces.addTag));
  useAction('review.labels', () => onPanel('labels'));
  useAction('review.comment', openAt('comment', fieldPlaces.comment));
  useAction('review.instructions', () => onPanel('instructions'));
  useAction('review.next-missing', useNextMissing(editor, onJump));
  useScoreKeys({ scoring, onPanel });
}

/** Goes round through what is missing, and through what is worth a look when nothing is. */
function useNextMissing({ item, missing, warnings }: ItemEditor, onJump: (place: ItemPlace) => void): () => void {
  const last = useRef<RemarkStep>(undefined);
  return () => {
    const next = findNextRemark(missing.length > 0 ? missing : warnings, last.current);
    last.current = next;
    if (next === undefined) say({ title: 'Nothing is missing.' });
    else onJump(toItemPlace(item, next.remark));
  };
}
