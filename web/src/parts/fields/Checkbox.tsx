import { useId } from 'react';
import { Icon } from '../Icon.tsx';

export interface CheckboxProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  /** Some of its entries are checked, some are not. */
  readonly isMixed?: boolean;
  readonly isLabelHidden?: boolean;
  readonly isDisabled?: boolean;
  /** A sentence below the label. */
  readonly hint?: string;
}

/** A checkbox with its label. */
export function Checkbox({
  label,
  isChecked,
  onChange,
  isMixed = false,
  isLabelHidden = false,
  isDisabled = false,
  hint,
}: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <span className="relative mt-0.5 flex size-4.5 shrink-0 items-center justify-center">
        <input
          {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
          checked={isChecked}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded border border-field bg-card before:absolute before:-inset-1 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent hover:border-accent disabled:opacity-50"
          disabled={isDisabled}
          id={id}
          onChange={({ target }) => onChange(target.checked)}
          ref={(box) => {
            if (box !== null) box.indeterminate = isMixed;
          }}
          type="checkbox"
        />
        <span className="pointer-events-none relative hidden text-accent-ink peer-checked:block peer-indeterminate:block">
          {isMixed ? <span className="block h-0.5 w-2.5 bg-current" /> : <Icon name="approve" size={12} />}
        </span>
      </span>
      <span className={isLabelHidden ? 'sr-only' : 'flex min-w-0 flex-col'}>
        <label className="text-sm leading-5.5" dir="auto" htmlFor={id}>
          {label}
        </label>
        {hint !== undefined && (
          <span className="text-quiet text-xs" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}
