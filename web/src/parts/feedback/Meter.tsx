export interface MeterProps {
  /** What is measured. For screen readers. */
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** The value as text: "12 of 52 approved". */
  readonly text: string;
}

/** A share of a whole. */
export function Meter({ label, value, max, text }: MeterProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: <meter> cannot be drawn in our colors in every browser
    <div
      aria-label={label}
      aria-valuemax={Math.max(max, 1)}
      aria-valuemin={0}
      aria-valuenow={value}
      aria-valuetext={text}
      className="h-1.5 overflow-hidden rounded-full bg-hover"
      role="meter"
    >
      <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: toWidth(value / max) }} />
    </div>
  );
}

export interface ProgressBarProps {
  readonly label: string;
  /** From 0 to 1. Undefined: the duration is unknown. */
  readonly value: number | undefined;
  readonly text?: string;
}

/** The progress of a running task. */
export function ProgressBar({ label, value, text }: ProgressBarProps) {
  return (
    <div
      aria-label={label}
      aria-valuemax={1}
      aria-valuemin={0}
      {...(value === undefined ? {} : { 'aria-valuenow': value })}
      {...(text === undefined ? {} : { 'aria-valuetext': text })}
      className="h-1.5 overflow-hidden rounded-full bg-hover"
      role="progressbar"
    >
      {value === undefined ? (
        <div className="h-full w-1/3 animate-pulse rounded-full bg-accent" />
      ) : (
        <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: toWidth(value) }} />
      )}
    </div>
  );
}

/** 0 / 0 counts as 0. */
function toWidth(share: number): string {
  return `${Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) * 100 : 0}%`;
}
