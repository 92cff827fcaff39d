import { lazy, useId } from 'react';
import { loadCode } from '../../data/load-code.ts';
import { Icon } from '../Icon.tsx';
import { LazyControl, useLazyControl } from '../lazy/LazyControl.tsx';

const loadSelect = () => loadCode(() => import('./SelectFrame.tsx'));
const SelectFrame = lazy(async () => ({ default: (await loadSelect()).SelectFrame }));

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export interface SelectProps<Value extends string> {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly choices: readonly Choice<Value>[];
  /** Undefined: nothing is selected, and `placeholder` is shown. */
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
}

/** A dropdown. For two to five short choices, use `Segmented`. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const control = useLazyControl(loadSelect);
  const { choices, onChange } = props;
  const change = (value: string) => {
    const choice = choices.find((one) => one.value === value);
    if (choice !== undefined) onChange(choice.value);
  };
  return (
    <LazyControl closed={<ClosedSelect handlers={control.handlers} select={props} />} control={control}>
      <SelectFrame {...props} onChange={change} />
    </LazyControl>
  );
}

interface ClosedSelectProps {
  readonly select: Omit<SelectProps<string>, 'onChange'>;
  readonly handlers: ReturnType<typeof useLazyControl>['handlers'];
}

function ClosedSelect({ select, handlers }: ClosedSelectProps) {
  const { label, isLabelHidden = false, choices, value, placeholder = 'Choose', isDisabled = false } = select;
  const id = useId();
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label className={toLabelLook(isLabelHidden)} htmlFor={id}>
        {label}
      </label>
      <button
        {...handlers}
        aria-expanded={false}
        aria-haspopup="listbox"
        className={selectLook}
        disabled={isDisabled}
        id={id}
        role="combobox"
        type="button"
      >
        <span className={chosen === undefined ? 'truncate text-quiet' : 'truncate'} dir="auto">
          {chosen?.label ?? placeholder}
        </span>
        <span aria-hidden="true" className="rotate-90 text-quiet">
          <Icon name="chevron" size={12} />
        </span>
      </button>
    </div>
  );
}

/** The closed control, the same before and after the list has loaded. */
export const selectLook =
  'flex min-h-8 min-w-32 items-center justify-between gap-2 rounded-md border border-field bg-card px-2.5 text-left text-sm hover:bg-hover disabled:opacity-60 data-disabled:opacity-60';

export function toLabelLook(isHidden: boolean): string {
  return isHidden ? 'sr-only' : 'font-medium text-quiet text-xs';
}
