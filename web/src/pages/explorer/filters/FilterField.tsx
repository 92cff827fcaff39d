import { TextField } from '../../../parts/fields/TextField.tsx';
import { useTypedText } from './use-typed-text.ts';

export interface FilterFieldProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly placeholder?: string;
  /** The server's error for this filter. */
  readonly problem?: string | undefined;
}

/** A text filter. It applies when you pause typing. */
export function FilterField({ label, isLabelHidden = false, value, onChange, placeholder, problem }: FilterFieldProps) {
  const field = useTypedText(value, onChange);
  return (
    <TextField
      autoComplete="off"
      isLabelHidden={isLabelHidden}
      label={label}
      onBlur={field.send}
      onChange={({ target }) => field.type(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && field.send()}
      placeholder={placeholder}
      problem={problem}
      spellCheck={false}
      value={field.text}
    />
  );
}
