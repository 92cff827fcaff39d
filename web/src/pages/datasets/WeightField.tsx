import { useState } from 'react';
import { TextField } from '../../parts/fields/TextField.tsx';
import { parseWeight } from './queue-shares.ts';

export interface WeightFieldProps {
  readonly dataset: string;
  readonly weight: number;
  readonly isLabelHidden?: boolean;
  readonly onChange: (weight: number) => void;
}

/** The weight of a dataset, edited in place. Enter or leaving the field saves it, Escape discards it. */
export function WeightField({ dataset, weight, isLabelHidden = false, onChange }: WeightFieldProps) {
  const [text, setText] = useState<string>();
  const parsed = parseWeight(text ?? String(weight));
  const problem = 'problem' in parsed ? parsed.problem : undefined;
  const take = () => {
    if ('problem' in parsed) return;
    setText(undefined);
    if (parsed.weight !== weight) onChange(parsed.weight);
  };
  return (
    <TextField
      autoComplete="off"
      inputMode="decimal"
      isLabelHidden={isLabelHidden}
      label={isLabelHidden ? `Weight of ${dataset}` : 'Weight'}
      onBlur={take}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
        if (event.key === 'Escape') setText(undefined);
      }}
      problem={problem}
      value={text ?? String(weight)}
    />
  );
}
