const units = ['kB', 'MB', 'GB', 'TB'];

/** `0 bytes`, `1.4 kB`, `320 MB`. */
export function renderBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} byte${bytes === 1 ? '' : 's'}`;
  let value = bytes / 1_000;
  let unit = 0;
  for (; value >= 999.5 && unit < units.length - 1; unit += 1) value /= 1_000;
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}
