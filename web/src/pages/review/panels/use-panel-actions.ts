import { useRef } from 'react';
import { withAssistantRoles } from '../../../../../src/curate/conversation-view.ts';
import { useAction } from '../../../app/keys/use-action.ts';
import { showToast } from '../../../parts/feedback/toasts.ts';
import type { ItemEditor } from '../editor/item-editor.ts';
import type { PanelName } from '../selection.ts';
import { type ItemPlace, type Remarked, toItemPlace } from './check/item-place.ts';
import { findQuickFix } from './check/quick-fix.ts';
import { fieldPlaces } from './field-places.ts';
import { focusField, pressPlace } from './focus-place.ts';
import { useScoreKeys } from './labels/use-score-keys.ts';
import type { Scoring } from './labels/use-scoring.ts';
import type { RefCursor } from './refs/use-ref-cursor.ts';
import { useRefKeys } from './refs/use-ref-keys.ts';

export interface PanelActionParts {
  readonly editor: ItemEditor;
  readonly cursor: RefCursor;
  readonly scoring: Scoring;
  readonly onPanel: (panel: PanelName) => void;
  readonly onJump: (place: ItemPlace) => void;
}

/** The keys that open panels, lead to their fields, and score. */
export function usePanelActions({ editor, cursor, scoring, onPanel, onJump }: PanelActionParts): void {
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
  useAction('review.quick-fix', () => {
    onPanel('check');
    if (findQuickFix(editor) !== undefined) pressPlace(fieldPlaces.quickFix);
    else showToast({ title: 'No quick fix available. Press n to go to the next problem.' });
  });
  useRefKeys({ editor, cursor, onPanel });
  useScoreKeys({ scoring, onPanel });
}

/** Goes round through what is missing, and through what is worth a look when nothing is. */
function useNextMissing(
  { item, missing, warnings, assistantRoles }: ItemEditor,
  onJump: (place: ItemPlace) => void,
): () => void {
  const last = useRef<RemarkStep>(undefined);
  return () => {
    const next = findNextRemark(missing.length > 0 ? missing : warnings, last.current);
    last.current = next;
    if (next === undefined) showToast({ title: 'No problems found.' });
    else onJump(toItemPlace(withAssistantRoles(item, assistantRoles), next.remark));
  };
}

/** Where one went last in a list of remarks. */
export interface RemarkStep {
  readonly index: number;
  readonly remark: Remarked;
}

/** The next remark, round the end. What was fixed in the meantime has left the list: the one that took its place is next. */
export function findNextRemark(remarks: readonly Remarked[], last: RemarkStep | undefined): RemarkStep | undefined {
  if (remarks.length === 0) return undefined;
  const index = last === undefined ? 0 : findLast(remarks, last) % remarks.length;
  const remark = remarks[index];
  return remark === undefined ? undefined : { index, remark };
}

function findLast(remarks: readonly Remarked[], { index, remark }: RemarkStep): number {
  if (isSame(remarks[index], remark)) return index + 1;
  const moved = remarks.findIndex((other) => isSame(other, remark));
  return moved === -1 ? index : moved + 1;
}

function isSame(a: Remarked | undefined, b: Remarked): boolean {
  return a?.path === b.path && a.message === b.message;
}
