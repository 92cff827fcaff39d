import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../../parts/button/Button.tsx';
import { findExcerpt, type TextRange, trimRange } from '../../changes/key-excerpt.ts';

export interface ExcerptPickerProps {
  readonly text: string;
  /** The one there is now; '' for none. */
  readonly excerpt: string;
  readonly onPick: (range: TextRange) => void;
  /** Its text is on the screen. */
  readonly onRead: () => void;
}

const look =
  'col-start-1 row-start-1 whitespace-pre-wrap break-words p-3 text-start leading-6 [overflow-wrap:anywhere]';

/**
 * A text to select in, with the mouse or with the keys of a text field. It is a field that takes no input, over a copy of
 * the text in which the excerpt is marked: a field alone cannot mark, and a plain text has no caret.
 */
export function ExcerptPicker({ text, excerpt, onPick, onRead }: ExcerptPickerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const mark = useRef<HTMLElement>(null);
  const present = useMemo(() => findExcerpt(text, excerpt), [text, excerpt]);
  const [range, setRange] = useState<TextRange>(present ?? { start: 0, end: 0 });
  const picked = trimRange(text, range);
  const isPicked = picked.end > picked.start;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where the eye lands first; later changes come from here
  useEffect(() => {
    onRead();
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(present?.start ?? 0, present?.end ?? 0);
    mark.current?.scrollIntoView({ block: 'center' });
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isPicked) return;
    event.preventDefault();
    onPick(picked);
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-quiet text-sm" id="excerpt-help">
        Select the passage that supports the answer, with the mouse or with Shift and the arrow keys.
      </p>
      {excerpt !== '' && present === undefined && (
        <p className="text-sm text-warn">The current excerpt isn't in this text.</p>
      )}
      <div className="max-h-[52vh] overflow-auto rounded-md border border-line bg-paper">
        <div className="grid">
          <div aria-hidden="true" className={`${look} text-transparent`} dir="auto">
            {present === undefined ? (
              text
            ) : (
              <>
                {text.slice(0, present.start)}
                <mark ref={mark}>{text.slice(present.start, present.end)}</mark>
                {text.slice(present.end)}
              </>
            )}
          </div>
          <textarea
            aria-describedby="excerpt-help"
            aria-label="Document text"
            aria-readonly
            className={`${look} resize-none overflow-hidden bg-transparent -outline-offset-2`}
            dir="auto"
            inputMode="none"
            onBeforeInput={(event) => event.preventDefault()}
            onChange={() => undefined}
            onKeyDown={onKeyDown}
            onSelect={({ currentTarget: { selectionStart, selectionEnd } }) =>
              setRange({ start: selectionStart, end: selectionEnd })
            }
            ref={field}
            spellCheck={false}
            value={text}
          />
        </div>
      </div>
      <div className="flex items-center gap-3">
        <Button disabled={!isPicked} keys="Enter" kind="main" onClick={() => onPick(picked)}>
          Use as excerpt
        </Button>
        <span className="text-quiet text-sm tabular-nums" role="status">
          {isPicked ? `${picked.end - picked.start} characters selected` : 'Nothing selected'}
        </span>
      </div>
    </div>
  );
}
