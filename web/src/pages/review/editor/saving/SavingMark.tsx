import { lazy, Suspense, useEffect, useState } from 'react';
import { useAction } from '../../../../app/keys/use-action.ts';
import { useWarmUp } from '../../../../app/use-warm-up.ts';
import { loadCode } from '../../../../data/load-code.ts';
import { Button } from '../../../../parts/button/Button.tsx';
import { dismissToast } from '../../../../parts/feedback/toasts.ts';
import { LazyControl, useLazyControl } from '../../../../parts/lazy/LazyControl.tsx';
import type { ItemEditor } from '../item-editor.ts';
import { toConflictName } from '../session-texts.ts';
import { SavingFace } from './SavingFace.tsx';
import { type SavingText, toSavingText } from './saving-texts.ts';

const MergeView = lazy(async () => ({
  default: (await loadCode(() => import('../../merge/MergeView.tsx'))).MergeView,
}));
const loadPopover = () => loadCode(() => import('./SavingPopover.tsx'));
const SavingPopover = lazy(async () => ({ default: (await loadPopover()).SavingPopover }));
const loads = [loadPopover];

export interface SavingMarkProps {
  readonly editor: ItemEditor;
  /** Goes to a place of the item that the server complains about. */
  readonly onJump?: (path: string) => void;
}

/** Where what was typed is: saved, on its way, or kept here and why. Its width never changes. */
export function SavingMark({ editor, onJump }: SavingMarkProps) {
  const [isMerging, setMerging] = useState(false);
  const text = toSavingText(editor);
  const { merge } = editor;
  useAction('review.merge', merge === undefined ? undefined : () => setMerging(true));
  // A new conflict does not reopen the merge view of an earlier one.
  if (isMerging && merge === undefined) setMerging(false);
  useConflictNote(editor, isMerging);
  return (
    <div className="flex items-center justify-end gap-1 2xl:min-w-44">
      <SavingButton editor={editor} text={text} {...(onJump === undefined ? {} : { onJump })} />
      {editor.saving.kind === 'held' && !editor.isAwaitingPermission && editor.stored.status !== 'deleted' && (
        <Button onClick={() => void editor.save()}>Save</Button>
      )}
      {merge !== undefined && (
        <Button keys="Shift+G" kind="main" onClick={() => setMerging(true)}>
          Resolve{' '}
        </Button>
      )}
      <SaidOnce text={text} />
      {merge !== undefined && isMerging && (
        <Suspense fallback={null}>
          <MergeView
            onCancel={() => setMerging(false)}
            onChoices={editor.keepChoices}
            onResolve={(item) => {
              setMerging(false);
              void editor.resolveConflict(item);
            }}
            work={merge}
          />
        </Suspense>
      )}
    </div>
  );
}

/** A note that asks for a merge is over when the merge is open, or there is nothing left to merge. */
function useConflictNote({ key, merge }: ItemEditor, isMerging: boolean): void {
  const name = toConflictName(key);
  useEffect(() => {
    if (merge === undefined || isMerging) dismissToast(name);
  }, [name, merge, isMerging]);
}

interface SavingButtonProps extends SavingMarkProps {
  readonly text: SavingText;
}

function SavingButton(props: SavingButtonProps) {
  const control = useLazyControl(loadPopover);
  useWarmUp(loads);
  const { editor, text } = props;
  const closed = (
    <SavingFace
      {...control.handlers}
      aria-expanded={false}
      aria-haspopup="dialog"
      isElsewhere={editor.isElsewhere}
      text={text}
    />
  );
  return (
    <LazyControl closed={closed} control={control}>
      <SavingPopover {...props} />
    </LazyControl>
  );
}

/** Announces offline, refused, and saved again to screen readers. Ordinary saves while typing are not announced. */
function SaidOnce({ text }: { readonly text: SavingText }) {
  const [said, setSaid] = useState(text);
  if (text.isAnnounced && text.short !== said.short) setSaid(text);
  return (
    <span aria-live="polite" className="sr-only">
      {said.kind === 'quiet' ? said.short : said.long}
    </span>
  );
}
