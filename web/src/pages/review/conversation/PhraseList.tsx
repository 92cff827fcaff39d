import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Icon } from '../../../parts/Icon.tsx';

export interface PhraseListProps {
  readonly label: string;
  readonly phrases: readonly string[];
  readonly onChange: (phrases: readonly string[]) => void;
  /** Whether the turn, as it stands, does as the phrase wants. */
  readonly isKept: (phrase: string) => boolean;
  /** "said" or "not said": what the mark means. */
  readonly toMark: (isKept: boolean) => string;
}

/** Phrases one under the other, with a field for the next. Enter adds, Backspace in the empty field takes the last back. */
export function PhraseList({ label, phrases, onChange, isKept, toMark }: PhraseListProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [written, setWritten] = useState('');
  const add = () => {
    const phrase = written.trim();
    if (phrase !== '' && !phrases.includes(phrase)) onChange([...phrases, phrase]);
    setWritten('');
  };
  const remove = (phrase: string) => {
    onChange(phrases.filter((other) => other !== phrase));
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = phrases.at(-1);
    if (event.key === 'Enter') {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && written === '' && last !== undefined) {
      event.preventDefault();
      onChange(phrases.slice(0, -1));
      setWritten(last);
    }
  };
  return (
    <div className="flex flex-col gap-1">
      <label className="font-medium text-quiet text-xs" htmlFor={id}>
        {label}
      </label>
      {phrases.length > 0 && (
        <ul className="flex flex-col">
          {phrases.map((phrase) => (
            <Phrase isKept={isKept(phrase)} key={phrase} onRemove={remove} phrase={phrase} toMark={toMark} />
          ))}
        </ul>
      )}
      <input
        className="min-h-8 w-full rounded-md border border-field/70 bg-card px-2.5 py-1 text-sm"
        dir="auto"
        id={id}
        onBlur={add}
        onChange={(event) => setWritten(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder="A phrase, then Enter"
        ref={field}
        value={written}
      />
    </div>
  );
}

interface PhraseProps extends Pick<PhraseListProps, 'toMark'> {
  readonly phrase: string;
  readonly isKept: boolean;
  readonly onRemove: (phrase: string) => void;
}

function Phrase({ phrase, isKept, toMark, onRemove }: PhraseProps) {
  return (
    <li className="flex min-h-7 items-center gap-2 text-sm">
      <span className={isKept ? 'text-pass' : 'text-fail'}>
        <Icon name={isKept ? 'approve' : 'close'} size={13} />
      </span>
      <span className="min-w-0 break-words" dir="auto">
        {phrase}
      </span>
      <span className="shrink-0 text-quiet text-xs">· {toMark(isKept)}</span>
      <button
        aria-label={`Remove ${phrase}`}
        className="ms-auto flex size-6 shrink-0 items-center justify-center rounded text-quiet hover:bg-hover hover:text-ink"
        onClick={() => onRemove(phrase)}
        type="button"
      >
        <Icon name="close" size={12} />
      </button>
    </li>
  );
}
