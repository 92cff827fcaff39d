import { describe, expect, it } from 'vitest';
import { parseDay } from './dates.ts';

describe('parseDay', () => {
  it.each([
    ['15-JAN-2025', ['DD-MMM-YYYY'], '2025-01-15'],
    ['15-January-2025', ['DD-MMM-YYYY'], '2025-01-15'],
    ['1/5/2025', ['MM/DD/YYYY'], '2025-01-05'],
    ['1/5/2025', ['DD/MM/YYYY'], '2025-05-01'],
    ['15/01/2025', ['MM/DD/YYYY', 'DD/MM/YYYY'], '2025-01-15'],
    ['01/05/25', ['MM/DD/YY'], '2025-01-05'],
    ['2025.01.15', ['YYYY.MM.DD'], '2025-01-15'],
    ['2025-01-15 08:30', ['YYYY.MM.DD'], '2025-01-15'],
    ['15.01.2025 08:30', ['DD.MM.YYYY HH:mm'], '2025-01-15'],
    // ISO dates are read whatever the formats are, and a time of day does not matter.
    ['2025-01-15', ['MM/DD/YYYY'], '2025-01-15'],
    ['2025-01-15T23:59:59-08:00', undefined, '2025-01-15'],
    ['Jan 15, 2025', undefined, '2025-01-15'],
    // Both readings are possible. The first default format decides.
    ['03/04/2025', undefined, '2025-03-04'],
    ['13/04/2025', undefined, '2025-04-13'],
    [' 15-jan-2025 ', undefined, '2025-01-15'],
  ])('%s in %j is %s', (text, formats, expected) => {
    expect(parseDay(text, formats)).toBe(expected);
  });

  it.each([
    ['30-FEB-2025', undefined],
    ['2025-02-30', undefined],
    ['2025-13-01', undefined],
    ['15-XYZ-2025', undefined],
    ['15-JAN-2025', ['MM/DD/YYYY']],
    ['soon', undefined],
    ['', undefined],
    ['2025', undefined],
    ['1x5x2025', ['MM.DD.YYYY']],
    ['01/05/2025', ['DD/DD/YYYY MM']],
  ])('%s in %j is not a date', (text, formats) => {
    expect(parseDay(text, formats)).toBeUndefined();
  });
});
