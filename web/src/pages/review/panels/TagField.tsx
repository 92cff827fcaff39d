import { Autocomplete } from '@base-ui/react/autocomplete';
import { useId, useRef, useState } from 'react';
import { SuggestionList } from '../../../parts/fields/SuggestionList.tsx';
import { splitTag, TagChip } from '../../../parts/item/TagChip.tsx';
import type { TagInputProps } from './TagInput.tsx';
import { readTags, type TagReading, toWord } from './tags/read-tags.ts';

/**
 * Tags as chips with a field behind them. Enter adds what is marked in the list, a comma what is written; Backspace in
 * the empty field removes the last.
 */
export function TagField({
  label,
  isLabelHidden = false,
  tags,
  onChange,
  suggestions = [],
  toTag = toWord,
  place,
}: TagInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [marked, setMarked] = useState<string>();
  const { known, fresh } = listTagOffers(text, { suggestions, tags, toTag });

  /** Adds every whole tag of what was written; what cannot be one stays in the field. */
  const add = (written: string) => {
    const read = readTags(written, tags, toTag);
    if (read.added.length > 0) onChange([...tags, ...read.added]);
    setText(read.rest);
    setProblem(read.problem);
  };
  const write = (written: string, isChosen: boolean) => {
    if (isChosen || written.includes(',')) return add(written);
    setText(written);
    setProblem(undefined);
  };
  const remove = (tag: string) => {
    onChange(tags.filter((other) => other !== tag));
    input.current?.focus();
  };
  const onKeyDown: Autocomplete.Input.Props['onKeyDown'] = (event) => {
    // Otherwise it would clear the field and lose the typed text.
    if (event.key === 'Escape' && marked === undefined) event.preventBaseUIHandler();
    // It would end a tag that has not begun.
    if (event.key === ',' && text.trim() === '') event.preventDefault();
    const last = tags.at(-1);
    if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || marked !== undefined || text.trim() === '') return;
    event.preventDefault();
    add(text);
  };

  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label className={isLabelHidden ? 'sr-only' : 'font-medium text-quiet text-xs'} htmlFor={id}>
        {label}
      </label>
      <Autocomplete.Root
        autoHighlight
        filter={null}
        items={fresh === undefined ? known : [...known, fresh]}
        onItemHighlighted={setMarked}
        onValueChange={(value, { reason }) => write(value, reason === 'item-press')}
        value={text}
      >
        <Autocomplete.InputGroup className="flex min-h-8 flex-wrap items-center gap-1 rounded-md border border-field/70 bg-card px-1.5 py-1 focus-within:border-accent focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2">
          {tags.map((tag) => (
            <TagChip key={tag} onRemove={() => remove(tag)} tag={tag} />
          ))}
          <Autocomplete.Input
            // The list, while it is open, hides all else from screen readers: the label, too.
            aria-label={label}
            {...(problem === undefined ? {} : { 'aria-describedby': `${id}-problem`, 'aria-invalid': true })}
            className="min-h-6 min-w-24 flex-1 bg-transparent px-1 text-sm outline-none"
            data-place={place}
            dir="auto"
            id={id}
            // A word that a tag in use may have been meant by is not made a new tag by going away.
            onBlur={() => known.length === 0 && add(text)}
            onKeyDown={onKeyDown}
            placeholder={tags.length === 0 ? 'Add tag' : ''}
            ref={input}
          />
        </Autocomplete.InputGroup>
        <SuggestionList toLabel={(tag) => (tag === fresh ? `New tag “${tag}”` : tag)} />
      </Autocomplete.Root>
      {problem !== undefined && (
        <p className="text-fail text-sm" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

const mostOffered = 40;

/** The offers for a typed text. */
export interface TagOffers {
  /** Tags in use, nearest first. */
  readonly known: readonly string[];
  /** The typed text as a new tag, offered last. */
  readonly fresh: string | undefined;
}

export interface TagWords {
  readonly suggestions: readonly string[];
  /** Already chosen. */
  readonly tags: readonly string[];
  readonly toTag: (written: string) => TagReading;
}

/** Offers existing tags first: a person who types "refund" most likely means "topic:refunds". */
export function listTagOffers(written: string, { suggestions, tags, toTag }: TagWords): TagOffers {
  const typed = written.trim().toLowerCase();
  const open = suggestions.filter((tag) => !tags.includes(tag));
  if (typed === '') return { known: open.slice(0, mostOffered), fresh: undefined };
  const fitting = open.filter((tag) => tag.toLowerCase().includes(typed));
  const known = fitting.toSorted((a, b) => toDistance(a, typed) - toDistance(b, typed)).slice(0, mostOffered);
  const reading = toTag(written.trim());
  const isNew = 'tag' in reading && !tags.includes(reading.tag) && !suggestions.includes(reading.tag);
  return { known, fresh: isNew ? reading.tag : undefined };
}

function toDistance(tag: string, typed: string): number {
  const whole = tag.toLowerCase();
  const [, value] = splitTag(whole);
  if (whole === typed || value === typed) return 0;
  return whole.startsWith(typed) || value.startsWith(typed) ? 1 : 2;
}
