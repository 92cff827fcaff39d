import { Checkbox, type CheckboxProps } from '../../../parts/fields/Checkbox.tsx';

/** A value of a filter and the number of items that have it. */
export function CountedCheckbox({
  count,
  ...rest
}: Pick<CheckboxProps, 'label' | 'isChecked' | 'onChange'> & { readonly count?: number | undefined }) {
  return (
    <div className="flex items-start justify-between gap-2 -mx-1.5 rounded-md px-1.5 py-0.5 hover:bg-hover">
      <Checkbox {...rest} />
      {count !== undefined && (
        <span className="text-quiet text-xs tabular-nums leading-5.5">
          {count.toLocaleString('en')}
          <span className="sr-only"> conversations</span>
        </span>
      )}
    </div>
  );
}
