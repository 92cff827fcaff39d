import { type RefObject, useEffect } from 'react';
import { Button } from '../../../parts/button/Button.tsx';

export interface FindBarProps {
  readonly wanted: string;
  readonly onWanted: (wanted: string) => void;
  /** How many turns contain the text. */
  readonly count: number;
  readonly onStep: (by: 1 | -1) => void;
  readonly onClose: () => void;
  /** The input. Opening the bar again focuses it. */
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Looks for a text in all turns, also in those that are not drawn. */
export function FindBar({ wanted, onWanted, count, onStep, onClose, field }: FindBarProps) {
  useEffect(() => focusAll(field.current), [field]);
  return (
    <search className="flex items-center gap-2 border-line border-b bg-card px-4 py-2">
      <input
        aria-label="Find in this conversation"
        className="min-h-8 min-w-0 flex-1 rounded-md border border-field/70 bg-card px-2.5 text-sm"
        dir="auto"
        onChange={(event) => onWanted(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') onClose();
          if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
          if (event.key === 'Escape' || event.key === 'Enter') event.preventDefault();
        }}
        placeholder="Find in this conversation"
        ref={field}
        type="search"
        value={wanted}
      />
      <p aria-live="polite" className="w-20 shrink-0 text-quiet text-xs">
        {wanted.trim() === '' ? '' : `${count} ${count === 1 ? 'turn' : 'turns'}`}
      </p>
      <Button aria-label="Previous" disabled={count === 0} icon="arrowUp" kind="quiet" onClick={() => onStep(-1)} />
      <Button aria-label="Next" disabled={count === 0} icon="arrowDown" kind="quiet" onClick={() => onStep(1)} />
      <Button aria-label="Close" icon="close" kind="quiet" onClick={onClose} />
    </search>
  );
}

/** Selects the text of the field, so that typing replaces it. */
export function focusAll(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
