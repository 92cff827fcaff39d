import { useState } from 'react';
import { Icon } from '../../../../parts/Icon.tsx';
import { focusField, focusPlace } from '../focus-place.ts';
import { TagField } from '../TagField.tsx';
import { toItemTagReading } from './read-tags.ts';
import type { ShownGroup } from './tag-groups.ts';

export interface AddToGroupProps {
  readonly shown: ShownGroup;
  readonly onAdd: (tag: string) => void;
}

/** Another value of a group that is not closed. */
export function AddToGroup({ shown: { name, others }, onAdd }: AddToGroupProps) {
  const [isOpen, setOpen] = useState(false);
  const place = `add-tag ${name}`;
  if (!isOpen) {
    return (
      <button
        aria-label={`Add ${name} value`}
        data-place={`open ${place}`}
        className="inline-flex min-h-7 min-w-7 items-center justify-center rounded-full border border-line border-dashed text-quiet hover:border-field hover:text-ink"
        onClick={() => {
          setOpen(true);
          focusField(place);
        }}
        type="button"
      >
        <Icon name="add" size={12} />
      </button>
    );
  }
  return (
    <div className="w-full">
      <TagField
        isLabelHidden
        label={`Add ${name} value`}
        onChange={(tags) => {
          for (const tag of tags) onAdd(tag);
          setOpen(false);
          focusPlace(`open ${place}`);
        }}
        place={place}
        suggestions={others}
        tags={[]}
        toTag={(written) => toItemTagReading(written.includes(':') ? written : `${name}:${written}`)}
      />
    </div>
  );
}
