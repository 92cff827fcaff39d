import { useId } from 'react';

export interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
}

/** A setting that changes at once. In a form, use `Checkbox`. */
export function Switch({ label, isOn, onChange, isDisabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <span className="relative flex h-5 w-9 shrink-0 items-center">
        <input
          checked={isOn}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-full bg-field transition-colors before:absolute before:-inset-1 checked:bg-accent disabled:opacity-50"
          disabled={isDisabled}
          id={id}
          onChange={({ target }) => onChange(target.checked)}
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox itself tells whether it is checked
          role="switch"
          type="checkbox"
        />
        <span className="pointer-events-none relative ml-0.5 size-4 rounded-full bg-card transition-transform peer-checked:translate-x-4" />
      </span>
      <label className="text-sm" htmlFor={id}>
        {label}
      </label>
    </div>
  );
}
