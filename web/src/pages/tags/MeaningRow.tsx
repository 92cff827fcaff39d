import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { DiffText } from '../../parts/diff/DiffText.tsx';
import { TagChip } from '../../parts/TagChip.tsx';
import { TextArea } from '../../parts/TextField.tsx';
import { say } from '../../parts/toasts.ts';
import type { Term } from './terms.ts';
import { useSaveMeaning } from './use-save-meaning.ts';

export interface MeaningRowProps {
  readonly term: Term;
  readonly isEditing: boolean;
  /** It was edited a moment ago: the focus goes back to it. */
  readonly isLast: boolean;
  readonly onEdit: (isEditing: boolean) => void;
}

/** A term and what it means, edited in place. */
export function MeaningRow({ term, isEditing, isLast, onEdit }: MeaningRowProps) {
  const { term: name, meaning, items } = term;
  return (
    <li className="grid items-start gap-x-6 gap-y-1 border-line border-b py-2 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <p className="flex min-h-8 min-w-0 items-center gap-2">
        <TagChip tag={name} />
        {items > 0 && <span className="shrink-0 text-quiet text-xs tabular-nums">{items}</span>}
      </p>
      {isEditing ? (
        <MeaningForm key={name} onClose={() => onEdit(false)} term={term} />
      ) : (
        <button
          className="min-h-8 rounded px-2 py-1 text-start hover:bg-hover"
          onClick={() => onEdit(true)}
          ref={isLast ? takeFocus : null}
          type="button"
        >
          {meaning === '' ? (
            <span className="text-accent text-sm">
              Explain it <bdi className="sr-only">({name})</bdi>
            </span>
          ) : (
            <>
              <bdi className="sr-only">Change the meaning of {name}: </bdi>
              <span className="whitespace-pre-wrap" dir="auto">
                {meaning}
              </span>
            </>
          )}
        </button>
      )}
    </li>
  );
}

/** As a ref: takes the focus when it comes into the page. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

function MeaningForm({ term: { term, meaning }, onClose }: { readonly term: Term; readonly onClose: () => void }) {
  const [text, setText] = useState(meaning);
  const [before] = useState(meaning);
  const [theirs, setTheirs] = useState<string>();
  const { save, isSaving } = useSaveMeaning();
  const send = async () => {
    const outcome = await save({ term, before: theirs ?? before, after: text.trim() });
    if (outcome.kind === 'theirs') setTheirs(outcome.meaning);
    if (outcome.kind !== 'saved') return;
    onClose();
    const undo = () => void save({ term, before: text.trim(), after: before });
    say({ title: `Saved what “${term}” means.`, action: { label: 'Undo', run: undo } });
  };
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        autoFocus
        isLabelHidden
        label={`What ${term} means`}
        maxLength={4000}
        onChange={(event) => setText(event.target.value)}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
        rows={2}
        value={text}
      />
      {theirs !== undefined && (
        <div className="border-warn border-s-3 ps-3 text-sm" role="alert">
          <p className="font-medium text-warn">Somebody else wrote something here meanwhile. Yours against theirs:</p>
          <DiffText after={text} before={theirs} />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button disabled={isSaving} keys="Mod+Enter" kind="main" onClick={send}>
          {theirs === undefined ? 'Save' : 'Save mine'}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {theirs === undefined ? 'Cancel' : 'Keep theirs'}
        </Button>
      </div>
    </div>
  );
}
