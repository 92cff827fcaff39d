const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** "5 minutes ago", with the exact time on hover. */
export function Time({ at, now = Date.now() }: { readonly at: string; readonly now?: number }) {
  return (
    <time dateTime={at} title={absolute.format(new Date(at))}>
      {toAgo(at, now)}
    </time>
  );
}

/** The elapsed time, in the largest unit that fits. */
export function toAgo(at: string, now: number): string {
  const seconds = (Date.parse(at) - now) / 1000;
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  return unit === undefined ? 'just now' : relative.format(Math.round(seconds / unit[1]), unit[0]);
}
