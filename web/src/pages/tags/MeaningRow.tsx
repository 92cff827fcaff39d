import { TagChip } from '../../parts/item/TagChip.tsx';
import { MeaningForm } from './MeaningForm.tsx';
import type { Term } from './terms.ts';

export interface MeaningRowProps {
  readonly term: Term;
  readonly isEditing: boolean;
  /** It was just edited, so the focus returns to it. */
  readonly isLast: boolean;
  readonly onEdit: (isEditing: boolean) => void;
}

/** A term and its meaning, edited in place. */
export function MeaningRow({ term, isEditing, isLast, onEdit }: MeaningRowProps) {
  const { term: name, meaning, items } = term;
  return (
    <li className="grid items-start gap-x-6 gap-y-1 border-line border-b py-2 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <p className="flex min-h-8 min-w-0 items-center gap-2">
        <TagChip tag={name} />
        {items > 0 && <span className="shrink-0 text-quiet text-xs tabular-nums">{items}</span>}
      </p>
      {isEditing ? (
        <MeaningForm key={name} onEdit={onEdit} term={term} />
      ) : (
        <button
          className="min-h-8 rounded px-2 py-1 text-start hover:bg-hover"
          onClick={() => onEdit(true)}
          ref={isLast ? takeFocus : null}
          type="button"
        >
          {meaning === '' ? (
            <span className="text-accent text-sm">
              Add definition <bdi className="sr-only">({name})</bdi>
            </span>
          ) : (
            <>
              <bdi className="sr-only">Edit definition of {name}: </bdi>
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

/** A ref callback that focuses the element when it mounts. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
