import { useRef } from 'react';
import { useAction } from '../../app/keys/use-action.ts';
import { SearchField } from '../../parts/fields/TextField.tsx';

export interface FilterFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

export function FilterField({ text, onChange }: FilterFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  useAction('tags.filter', () => field.current?.querySelector('input')?.focus());
  return (
    <div className="w-full sm:max-w-xs" ref={field}>
      <SearchField label="Filter tags" onChange={onChange} placeholder="Filter  /" value={text} />
    </div>
  );
}
