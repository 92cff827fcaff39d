import { useId } from 'react';
import { Icon, type IconName } from '../Icon.tsx';

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: IconName;
}

export interface SegmentedProps<Value extends string> {
  /** The accessible name of the group. */
  readonly label: string;
  readonly segments: readonly Segment<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Shows only the icons. The labels remain for screen readers. */
  readonly isIconsOnly?: boolean;
}

/** A choice of one of a few values, all visible. */
export function Segmented<Value extends string>({
  label,
  segments,
  value,
  onChange,
  isIconsOnly = false,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div
      aria-label={label}
      className="inline-flex max-w-full gap-0.5 self-start overflow-x-auto rounded-lg border border-line bg-card p-0.5"
      role="radiogroup"
    >
      {segments.map(({ value: own, label: text, icon }) => (
        <label
          className="relative inline-flex min-h-7 min-w-7 cursor-pointer items-center justify-center gap-1.5 whitespace-nowrap rounded-md px-2 text-quiet text-sm hover:text-ink has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-1"
          key={own}
          title={isIconsOnly ? text : undefined}
        >
          <input
            checked={own === value}
            className="absolute inset-0 cursor-pointer opacity-0"
            name={name}
            onChange={() => onChange(own)}
            type="radio"
            value={own}
          />
          {icon !== undefined && <Icon name={icon} />}
          <span className={isIconsOnly ? 'sr-only' : undefined}>{text}</span>
        </label>
      ))}
    </div>
  );
}
