import type { ImportChoices, ImportFormat } from '../../data/imports.ts';
import { Checkbox } from '../../parts/fields/Checkbox.tsx';
import { DatasetField } from '../../parts/fields/DatasetField.tsx';
import { Segmented } from '../../parts/fields/Segmented.tsx';
import { Select } from '../../parts/fields/Select.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { formatNames } from './import-words.ts';

export interface ChoicesFormProps {
  readonly choices: ImportChoices;
  readonly onChange: (choices: Partial<ImportChoices>) => void;
  readonly datasets: readonly string[];
  /** For conversations that name no dataset, if none is chosen. */
  readonly usualDataset: string;
  /** The detected format of the file. */
  readonly found: ImportFormat | undefined;
}

/** The options of the import. */
export function ChoicesForm({ choices, onChange, datasets, usualDataset, found }: ChoicesFormProps) {
  const byItself = found === undefined ? 'Auto-detect' : `${formatNames[found]} (detected)`;
  const formats = Object.entries(formatNames).map(([value, label]) => ({ value, label }));
  return (
    <fieldset className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      <legend className="sr-only">Import options</legend>
      <DatasetField
        hint="Used for conversations without one."
        datasets={datasets}
        onChange={(dataset) => onChange({ dataset })}
        usual={usualDataset}
        value={choices.dataset}
      />
      <Select
        choices={[{ value: 'found', label: byItself }, ...formats]}
        label="Format"
        onChange={(format) => onChange({ format: format === 'found' ? undefined : (format as ImportFormat) })} // One of `formatNames`.
        value={choices.format ?? 'found'}
      />
      <div className="sm:col-span-2">
        <TextField
          hint="Which columns or keys are which part, if their names are unusual."
          label="Mapping"
          maxLength={1000}
          onChange={({ target }) => onChange({ map: target.value })}
          placeholder="user=question, assistant=answer, id=ticket"
          value={choices.map}
        />
      </div>
      {(choices.format ?? found) === 'oasst' && (
        <div className="sm:col-span-2">
          <Checkbox
            hint="Otherwise the highest-ranked conversation of each tree is imported."
            isChecked={choices.takesAllPaths}
            label="Import every conversation of a tree"
            onChange={(takesAllPaths) => onChange({ takesAllPaths })}
          />
        </div>
      )}
      <div className="flex flex-col gap-1">
        <span aria-hidden="true" className="font-medium text-quiet text-xs">
          Existing conversations with different content
        </span>
        <Segmented
          label="Existing conversations with different content"
          onChange={(existing) => onChange({ changesExisting: existing === 'change' })}
          segments={[
            { value: 'leave', label: 'Skip existing' },
            { value: 'change', label: 'Overwrite' },
          ]}
          value={choices.changesExisting ? 'change' : 'leave'}
        />
      </div>
      <div className="flex flex-col gap-3">
        <Checkbox
          hint="If one conversation fails, nothing is imported."
          isChecked={choices.isAtomic}
          label="All or nothing"
          onChange={(isAtomic) => onChange({ isAtomic })}
        />
        <Checkbox
          hint="For conversations reviewed elsewhere. Incomplete ones fail."
          isChecked={choices.approves}
          label="Approve on import"
          onChange={(approves) => onChange({ approves })}
        />
      </div>
    </fieldset>
  );
}
