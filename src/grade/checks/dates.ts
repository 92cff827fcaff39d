/** A day of the calendar, `2025-01-15`. */
type Day = string;

/** Formats to try if none are given. A date that two of them can read counts as the first: 03/04/2025 is March 4. */
const defaultFormats: readonly string[] = [
  ...['DD-MMM-YYYY', 'DD MMM YYYY', 'MMM DD, YYYY', 'YYYY/MM/DD', 'DD.MM.YYYY'],
  ...['MM/DD/YYYY', 'DD/MM/YYYY', 'MM-DD-YYYY', 'DD-MM-YYYY'],
];

/** Always understood, with or without a time of day, because no other format can be meant. */
const isoDate = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}.*)?$/;

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * The day that a text names in ISO form or in one of the formats. Undefined: it is none of them, or no day of the
 * calendar. `YYYY`, `YY`, `MM` or `M`, `MMM` or `MMMM`, and `DD` or `D` stand for the parts. `MM` and `DD` also read
 * one digit. A time of day in the format is read and ignored.
 *
 * @example parseDay('15-JAN-2025', ['DD-MMM-YYYY']) // '2025-01-15'
 */
export function parseDay(text: string, formats: readonly string[] = defaultFormats): Day | undefined {
  const written = text.trim();
  const iso = isoDate.exec(written);
  if (iso !== null) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  for (const format of formats) {
    const day = parseAs(written, format);
    if (day !== undefined) return day;
  }
  return undefined;
}

const parts: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d{2})',
  MMMM: '(?<name>\\p{L}{3,})\\.?',
  MMM: '(?<name>\\p{L}{3,})\\.?',
  MM: '(?<month>\\d{1,2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
  D: '(?<day>\\d{1,2})',
  HH: '\\d{1,2}',
  mm: '\\d{2}',
  ss: '\\d{2}(?:\\.\\d+)?',
  Z: '(?:Z|[+-]\\d{2}:?\\d{2})',
};

const compiled = new Map<string, RegExp | undefined>();

function parseAs(text: string, format: string): Day | undefined {
  if (!compiled.has(format)) compiled.set(format, compile(format));
  const found = compiled.get(format)?.exec(text)?.groups;
  if (found === undefined) return undefined;
  const { year = '', month, name = '', day } = found;
  const number = month === undefined ? monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1 : Number(month);
  return toDay(year.length === 2 ? 2000 + Number(year) : Number(year), number, Number(day));
}

/** Undefined: a part occurs twice, so the format cannot be meant as one. */
function compile(format: string): RegExp | undefined {
  const source = format.replaceAll(/YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|mm|ss|Z|[.*+?^${}()|[\]\\/]/g, (part) => {
    return parts[part] ?? `\\${part}`;
  });
  try {
    return new RegExp(`^${source}$`, 'u');
  } catch {
    return undefined;
  }
}

/** Undefined: the calendar has no such day, such as February 30. */
function toDay(year: number, month: number, day: number): Day | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}
