import { Autocomplete } from '@base-ui/react/autocomplete';
import { useId } from 'react';
import { SuggestionList } from './SuggestionList.tsx';

export interface DatasetFieldProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
  /** The existing datasets. */
  readonly datasets: readonly string[];
  /** The dataset that is used if the field is empty. */
  readonly usual: string;
  /** What the dataset is used for. */
  readonly hint: string;
}

/** A field for an existing or a new dataset. */
export function DatasetField({ value, onChange, datasets, usual, hint }: DatasetFieldProps) {
  const id = useId();
  const isNew = value.trim() !== '' && !datasets.includes(value.trim());
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label className="font-medium text-quiet text-xs" htmlFor={id}>
        Dataset
      </label>
      <Autocomplete.Root items={datasets} onValueChange={(text) => onChange(text)} openOnInputClick value={value}>
        <Autocomplete.Input
          aria-describedby={`${id}-hint`}
          // While the list is open, Base UI hides everything else from screen readers, including the label.
          aria-label="Dataset"
          className="min-h-8 w-full rounded-md border border-field bg-card px-2.5 text-sm hover:border-quiet focus-visible:border-accent disabled:opacity-60"
          dir="auto"
          id={id}
          maxLength={200}
          placeholder={usual}
        />
        <SuggestionList />
      </Autocomplete.Root>
      <p className="min-h-4 text-quiet text-xs" id={`${id}-hint`}>
        {isNew ? `This creates a new dataset. ${hint}` : hint}
      </p>
    </div>
  );
}
