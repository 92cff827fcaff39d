import { useEffect, useRef } from 'react';
import { useAction } from '../../../app/keys/use-action.ts';
import type { MergeCase } from './merge-cases.ts';
import type { MergeChoice } from './settle-merge.ts';
import { type CaseFocus, toCaseId } from './use-case-focus.ts';

export interface MergeKeysProps {
  readonly current: MergeCase | undefined;
  readonly focus: CaseFocus;
  /** By hand, for the current one. */
  readonly written: string | undefined;
  readonly onChoose: (place: number, choice: MergeChoice) => void;
  /** Undefined: there is one alone. */
  readonly onAll: ((side: 'mine' | 'theirs') => void) | undefined;
  /** Undefined: something is not decided yet. */
  readonly onSettle: (() => void) | undefined;
}

/** The keys of a merge. Inside the dialog, so that they are its own. */
export function MergeKeys({ current, focus, written, onChoose, onAll, onSettle }: MergeKeysProps) {
  const place = current?.place;
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined || place === undefined) return;
    wanted.current = undefined;
    const section = document.getElementById(toCaseId(place));
    section?.focus({ preventScroll: true });
    section?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  const move = (by: 1 | -1) => {
    wanted.current = by;
    focus.move(by);
  };
  const take = (choice: MergeChoice) => (place === undefined ? undefined : () => onChoose(place, choice));
  useAction('merge.next', () => move(1));
  useAction('merge.previous', () => move(-1));
  useAction('merge.mine', take({ side: 'mine' }));
  useAction('merge.theirs', take({ side: 'theirs' }));
  const text = written ?? current?.mine ?? '';
  useAction('merge.hand', current?.isText === true ? take({ side: 'hand', text }) : undefined);
  useAction('merge.all-mine', onAll && (() => onAll('mine')));
  useAction('merge.all-theirs', onAll && (() => onAll('theirs')));
  useAction('merge.settle', onSettle);
  return null;
}
