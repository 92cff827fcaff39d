import { joinClasses } from './join-classes.ts';

export interface CountBadgeProps {
  readonly count: number;
  /** Read aloud after the number: "waiting". */
  readonly unit?: string;
  readonly kind?: 'plain' | 'accent' | 'warn' | 'fail';
}

const kinds = {
  plain: 'bg-hover text-ink',
  accent: 'bg-accent text-accent-ink',
  warn: 'bg-warn-soft text-warn',
  fail: 'bg-fail-soft text-fail',
};

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** A number next to a name: 7, 1.2K. */
export function CountBadge({ count, unit, kind = 'plain' }: CountBadgeProps) {
  return (
    <span
      className={joinClasses(
        'inline-flex min-w-5 justify-center rounded-full px-1.5 font-medium text-xs tabular-nums leading-5',
        kinds[kind],
      )}
    >
      {short.format(count)}
      {unit !== undefined && <span className="sr-only"> {unit}</span>}
    </span>
  );
}
