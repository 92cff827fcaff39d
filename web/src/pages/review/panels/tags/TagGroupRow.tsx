import { useId } from 'react';
import { findMeaning, splitTag } from '../../../../parts/item/TagChip.tsx';
import { joinClasses } from '../../../../parts/join-classes.ts';
import { Tip } from '../../../../parts/Tip.tsx';
import { toTagPlace } from '../check/item-place.ts';
import { AddToGroup } from './AddToGroup.tsx';
import type { ShownGroup } from './tag-groups.ts';

export interface TagGroupRowProps {
  readonly shown: ShownGroup;
  readonly entries: Readonly<Record<string, string>>;
  readonly onAdd: (tag: string) => void;
  readonly onRemove: (tag: string) => void;
}

/** A group of the schema: its tags to be chosen. In an exclusive one, another choice takes the place of the first. */
export function TagGroupRow({ shown, entries, onAdd, onRemove }: TagGroupRowProps) {
  const { group, name, tags, problems } = shown;
  const id = useId();
  const meaning = findMeaning(entries, name) ?? group.description;
  return (
    <fieldset aria-describedby={`${id}-rule ${id}-problems`} className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 flex w-full flex-wrap items-baseline gap-x-2 text-xs">
        <span className="font-medium" dir="auto">
          {group.name}
        </span>
        <span className="min-w-0 break-words text-quiet" dir="auto" id={`${id}-rule`}>
          {[group.exclusive === true && 'choose one', toRequired(group.requires), meaning].filter(Boolean).join(' · ')}
        </span>
      </legend>
      <ul className="text-fail text-sm" id={`${id}-problems`}>
        {problems.map((problem) => (
          <li data-place={toTagPlace('manualTags', problem)} dir="auto" key={problem} tabIndex={-1}>
            {problem}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-1">
        {tags.map(({ tag, isChosen }) => (
          <TagToggle
            isChosen={isChosen}
            key={tag}
            meaning={findMeaning(entries, tag)}
            onToggle={() => (isChosen ? onRemove(tag) : onAdd(tag))}
            tag={tag}
          />
        ))}
        {group.closed !== true && <AddToGroup onAdd={onAdd} shown={shown} />}
      </div>
    </fieldset>
  );
}

function toRequired(requires: readonly string[] = []): string | undefined {
  return requires.length === 0 ? undefined : `requires ${requires.join(', ')}`;
}

interface TagToggleProps {
  readonly tag: string;
  readonly isChosen: boolean;
  readonly meaning: string | undefined;
  readonly onToggle: () => void;
}

function TagToggle({ tag, isChosen, meaning, onToggle }: TagToggleProps) {
  const button = (
    <button
      aria-pressed={isChosen}
      className={joinClasses(
        'min-h-7 max-w-full truncate rounded-full border px-2.5 text-sm',
        isChosen ? 'border-accent bg-accent-soft text-accent' : 'border-line hover:border-field hover:bg-hover',
      )}
      dir="auto"
      onClick={onToggle}
      type="button"
    >
      {splitTag(tag)[1]}
    </button>
  );
  return meaning === undefined ? button : <Tip text={meaning}>{button}</Tip>;
}
