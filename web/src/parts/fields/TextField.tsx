import { type InputHTMLAttributes, type TextareaHTMLAttributes, useId } from 'react';
import { joinClasses } from '../join-classes.ts';

const look =
  'w-full rounded-md border border-field bg-card px-2.5 py-1.5 -outline-offset-1 focus-visible:border-accent hover:border-quiet disabled:opacity-60';

type Labeled = { readonly label: string; readonly isLabelHidden?: boolean; readonly problem?: string | undefined };
type Hinted = { readonly hint?: string };

/** A single-line text field with its label and error. */
export function TextField({
  label,
  isLabelHidden,
  problem,
  hint,
  ...rest
}: Labeled & Hinted & Omit<InputHTMLAttributes<HTMLInputElement>, 'className'>) {
  const id = useId();
  const described = hint === undefined ? {} : { 'aria-describedby': `${id}-hint` };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <FieldLabel id={id} isHidden={isLabelHidden} text={label} />
      <input
        {...rest}
        {...described}
        {...toFault(id, problem)}
        className={joinClasses(look, 'min-h-8')}
        dir="auto"
        id={id}
      />
      {hint !== undefined && (
        <p className="text-quiet text-xs" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldProblem id={id} problem={problem} />
    </div>
  );
}

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Default: the label, which is hidden. */
  readonly placeholder?: string;
}

/** A field that filters what is shown below it. */
export function SearchField({ label, value, onChange, placeholder = label }: SearchFieldProps) {
  return (
    <TextField
      isLabelHidden
      label={label}
      onChange={({ target }) => onChange(target.value)}
      placeholder={placeholder}
      type="search"
      value={value}
    />
  );
}

/** A multi-line text field that grows with its text. */
export function TextArea({
  label,
  isLabelHidden,
  problem,
  ...rest
}: Labeled & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'>) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <FieldLabel id={id} isHidden={isLabelHidden} text={label} />
      <textarea
        {...rest}
        {...toFault(id, problem)}
        className={joinClasses(look, 'field-sizing-content max-h-[60vh] min-h-16 resize-y')}
        dir="auto"
        id={id}
      />
      <FieldProblem id={id} problem={problem} />
    </div>
  );
}

function toFault(id: string, problem: string | undefined) {
  return problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-problem` };
}

interface FieldLabelProps {
  readonly id: string;
  readonly text: string;
  readonly isHidden: boolean | undefined;
}

function FieldLabel({ id, text, isHidden }: FieldLabelProps) {
  return (
    <label className={isHidden === true ? 'sr-only' : 'font-medium text-quiet text-xs'} htmlFor={id}>
      {text}
    </label>
  );
}

function FieldProblem({ id, problem }: { readonly id: string; readonly problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <p className="text-fail text-sm" id={`${id}-problem`}>
      {problem}
    </p>
  );
}
