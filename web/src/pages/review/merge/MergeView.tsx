import { useEffect, useRef } from 'react';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import { diffItems } from '../../../../../src/curate/diff-items.ts';
import { useAction } from '../../../app/keys/use-action.ts';
import type { KeptChoices } from '../../../data/drafts/kept-choice.ts';
import { Button } from '../../../parts/button/Button.tsx';
import { Modal } from '../../../parts/dialog/Modal.tsx';
import { ItemDiffView } from '../../../parts/diff/ItemDiffView.tsx';
import type { MergeWork } from '../editor/item-editor.ts';
import { findWritten, readChoices, withChoice } from './kept-choices.ts';
import { MergeCaseView } from './MergeCaseView.tsx';
import { listMergeCases, type MergeCase } from './merge-cases.ts';
import { type MergeChoice, resolveMerge } from './resolve-merge.ts';
import { type CaseFocus, toCaseId, useCaseFocus } from './use-case-focus.ts';

export interface MergeViewProps {
  readonly work: MergeWork;
  readonly onChoices: (choices: KeptChoices) => void;
  readonly onResolve: (item: Item) => void;
  /** Closes the view. The choices made so far are kept. */
  readonly onCancel: () => void;
}

/** Two edits of one item side by side, to be merged. */
export function MergeView({ work, onChoices, onResolve, onCancel }: MergeViewProps) {
  const choices = readChoices(work);
  const cases = listMergeCases(work);
  const focus = useCaseFocus(cases.length);
  const decided = cases.filter(({ place }) => choices.has(place)).length;
  const isDecided = decided === cases.length;
  const choose = (place: number, choice: MergeChoice) => onChoices(withChoice(work, place, choice));
  const chooseAll = (side: 'mine' | 'theirs') => {
    const chosen = cases.reduce(
      (before, { place }) => withChoice({ ...work, choices: before }, place, { side }),
      work.choices,
    );
    onChoices(chosen);
  };
  const resolve = () => onResolve(resolveMerge(work, choices));
  const current = cases[focus.at];
  return (
    <Modal
      footer={
        <MergeFoot count={cases.length} decided={decided} onAll={chooseAll} onCancel={onCancel} onResolve={resolve} />
      }
      isOpen
      onClose={onCancel}
      size="full"
      title={`Edit conflict with ${work.theirsBy}`}
    >
      <MergeKeys
        current={current}
        focus={focus}
        onAll={cases.length > 1 ? chooseAll : undefined}
        onChoose={choose}
        onResolve={isDecided ? resolve : undefined}
        written={current && findWritten(work, current.place)}
      />
      <p className="max-w-[70ch] text-quiet">
        Choose which version to keep. Nothing is lost: {work.theirsBy}'s version stays in the history, and yours stays
        here until you finish.
      </p>
      <ol className="mt-5 flex flex-col gap-8">
        {cases.map((shown, at) => (
          <MergeCaseView
            choice={choices.get(shown.place)}
            isCurrent={at === focus.at}
            key={shown.place}
            onChoose={(choice) => choose(shown.place, choice)}
            onFocus={() => focus.note(at)}
            shown={shown}
            theirsBy={work.theirsBy}
            written={findWritten(work, shown.place)}
          />
        ))}
      </ol>
      <MergedQuietly work={work} />
    </Modal>
  );
}

/** Other changes of theirs that need no decision, folded. */
function MergedQuietly({ work }: { readonly work: MergeWork }) {
  const diff = diffItems(work.mine, resolveMerge(work, new Map()));
  const turns = diff.turns.filter(({ kind }) => kind !== 'same').length;
  const count = turns + diff.fields.length;
  if (count === 0) return null;
  return (
    <details className="mt-8">
      <summary className="min-h-7 w-fit max-w-full cursor-pointer rounded text-quiet text-sm hover:text-ink">
        {count === 1 ? '1 other change' : `${count} other changes`} by {work.theirsBy}, merged automatically
      </summary>
      <div className="mt-3 pl-4">
        <ItemDiffView diff={diff} layout="inline" />
      </div>
    </details>
  );
}

interface MergeFootProps {
  readonly count: number;
  readonly decided: number;
  readonly onAll: (side: 'mine' | 'theirs') => void;
  readonly onCancel: () => void;
  readonly onResolve: () => void;
}

/** The number of open conflicts, and the buttons. */
function MergeFoot({ count, decided, onAll, onCancel, onResolve }: MergeFootProps) {
  return (
    <>
      <p aria-live="polite" className="mr-auto self-center text-quiet text-sm tabular-nums">
        {decided} of {count} decided
      </p>
      {count > 1 && (
        <>
          <Button keys="a m" kind="quiet" onClick={() => onAll('mine')}>
            Keep all mine
          </Button>
          <Button keys="a t" kind="quiet" onClick={() => onAll('theirs')}>
            Keep all theirs
          </Button>
        </>
      )}
      <Button onClick={onCancel}>Later</Button>
      <Button disabled={decided < count} keys="Mod+Enter" kind="main" onClick={onResolve}>
        Finish merge{' '}
      </Button>
    </>
  );
}

interface MergeKeysProps {
  readonly current: MergeCase | undefined;
  readonly focus: CaseFocus;
  /** The text written by hand for the current conflict. */
  readonly written: string | undefined;
  readonly onChoose: (place: number, choice: MergeChoice) => void;
  /** Undefined if there is only one conflict. */
  readonly onAll: ((side: 'mine' | 'theirs') => void) | undefined;
  /** Undefined while a conflict is open. */
  readonly onResolve: (() => void) | undefined;
}

/** The keyboard shortcuts of a merge. Rendered inside the dialog, so that they belong to it. */
function MergeKeys({ current, focus, written, onChoose, onAll, onResolve }: MergeKeysProps) {
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
  useAction('merge.finish', onResolve);
  return null;
}
