import { useEffect, useRef, useState } from 'react';

export interface TurnTextFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Where to begin; undefined: at the end. */
  readonly caret: number | undefined;
  /** The height of the text it stands in for, still there when it is asked: nothing moves when the field opens. */
  readonly measure: () => number;
}

/** The text of a turn as it is written, in the letters it is read in. Grows with the text. */
export function TurnTextField({ label, text, onText, caret, measure }: TurnTextFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const start = useRef(caret);
  const [minHeight] = useState(measure);
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    const place = start.current ?? element.value.length;
    element.focus({ preventScroll: start.current !== undefined });
    element.setSelectionRange(place, place);
  }, []);
  return (
    <textarea
      aria-label={label}
      className="field-sizing-content -mx-1.5 block w-[calc(100%+0.75rem)] resize-none break-words rounded bg-paper px-1.5 outline-none ring-2 ring-accent [overflow-wrap:anywhere]"
      dir="auto"
      onChange={(event) => onText(event.target.value)}
      placeholder="What the speaker says in this turn"
      ref={field}
      rows={rowsWithoutSizing(text)}
      style={{ minHeight }}
      value={text}
    />
  );
}

/** Browsers that cannot fit a field to its text get about as many lines. */
function rowsWithoutSizing(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 80), 0);
  return Math.min(Math.max(lines, 2), 60);
}
