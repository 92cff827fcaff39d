import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';

export interface WordsFieldProps {
  readonly label: string;
  readonly words: readonly string[];
  readonly onChange: (words: readonly string[]) => void;
  readonly hint?: string;
  readonly problem?: string | undefined;
  /** A note after a word: how often it is used. */
  readonly noteOf?: (word: string) => string | undefined;
}

/** A field for several words. Enter or a comma ends a word, Backspace removes the last one. */
export function WordsField({ label, words, onChange, hint, problem, noteOf }: WordsFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const add = (written: string) => {
    const added = splitWords(written).filter((word) => !words.includes(word));
    if (added.length > 0) onChange([...words, ...new Set(added)]);
    setText('');
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add(text);
    }
    if (event.key === 'Backspace' && text === '') onChange(words.slice(0, -1));
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (splitWords(pasted).length < 2) return;
    event.preventDefault();
    add(pasted);
  };
  const remove = (word: string) => {
    onChange(words.filter((other) => other !== word));
    input.current?.focus();
  };
  return (
    <div className="flex flex-col gap-1">
      <label className="font-medium text-quiet text-xs" htmlFor={id}>
        {label}
      </label>
      <div className="flex flex-wrap items-center gap-1.5 rounded-md border border-field/70 bg-card p-1.5 focus-within:border-accent">
        {words.map((word) => (
          <Word key={word} note={noteOf?.(word)} onRemove={() => remove(word)} word={word} />
        ))}
        <input
          aria-describedby={`${id}-hint`}
          aria-invalid={problem !== undefined}
          autoComplete="off"
          className="min-h-6 w-24 min-w-0 flex-1 bg-transparent px-1 outline-none"
          dir="auto"
          id={id}
          onBlur={() => add(text)}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          onPaste={paste}
          ref={input}
          value={text}
        />
      </div>
      <p className={problem === undefined ? 'text-quiet text-xs' : 'text-fail text-sm'} id={`${id}-hint`}>
        {problem ?? hint}
      </p>
    </div>
  );
}

interface WordProps {
  readonly word: string;
  readonly note: string | undefined;
  readonly onRemove: () => void;
}

function Word({ word, note, onRemove }: WordProps) {
  return (
    <span className="inline-flex min-h-6 max-w-full items-center gap-1 rounded bg-shade ps-2 text-sm">
      <span className="truncate" dir="auto">
        {word}
      </span>
      {note !== undefined && <span className="text-quiet text-xs tabular-nums">{note}</span>}
      <button
        aria-label={`Remove ${word}`}
        className="flex size-6 items-center justify-center rounded text-quiet hover:bg-hover hover:text-ink"
        onClick={onRemove}
        type="button"
      >
        <Icon name="close" size={10} />
      </button>
    </span>
  );
}

function splitWords(written: string): readonly string[] {
  return written.split(/[,\n]/).flatMap((word) => word.trim() || []);
}
