import { type FormEvent, useState } from 'react';
import type { ItemFilter } from '../../../data/items.ts';
import { Checkbox } from '../../../parts/fields/Checkbox.tsx';
import { TextField } from '../../../parts/fields/TextField.tsx';
import type { ChangeFilter } from '../use-explorer-view.ts';
import { withToggled } from './active-filters.ts';

export interface TurnTagFilterProps {
  readonly filter: ItemFilter;
  readonly onChange: ChangeFilter;
  /** Turn tags of the visible rows. */
  readonly hints: readonly string[];
  readonly problem?: string | undefined;
}

/** A filter for turn tags: checkboxes for tags in the list, and a field for any other. */
export function TurnTagFilter({ filter, onChange, hints, problem }: TurnTagFilterProps) {
  const [text, setText] = useState('');
  const chosen = filter.turnTags ?? [];
  const shown = [...new Set([...chosen, ...hints])];
  const add = (event: FormEvent) => {
    event.preventDefault();
    const tag = text.trim();
    if (tag !== '' && !chosen.includes(tag)) onChange((now) => withToggled(now, 'turnTags', tag));
    setText('');
  };
  return (
    <div className="flex flex-col gap-1.5">
      {shown.map((tag) => (
        <Checkbox
          isChecked={chosen.includes(tag)}
          key={tag}
          label={tag}
          onChange={() => onChange((now) => withToggled(now, 'turnTags', tag))}
        />
      ))}
      <form onSubmit={add}>
        <TextField
          autoComplete="off"
          isLabelHidden
          label="Other turn tag"
          onChange={({ target }) => setText(target.value)}
          placeholder="Type a turn tag, then press Enter"
          problem={problem}
          spellCheck={false}
          value={text}
        />
      </form>
    </div>
  );
}
