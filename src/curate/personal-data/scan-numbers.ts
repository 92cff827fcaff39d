import type { FoundText } from './scan-emails.ts';

/** Adjacent digits, and the separators between them and the previous group. */
interface Group {
  readonly digits: string;
  readonly at: number;
  readonly before: string;
}

/** Groups of digits with no more than three separators between neighbors: `+49 (30) 12 - 34`. */
interface DigitRun {
  readonly groups: readonly Group[];
  /** Where it begins, with its plus sign and bracket. */
  readonly at: number;
  readonly end: number;
  readonly hasPlus: boolean;
}

const plus = 0x2b;
/** Longer runs are tables of numbers; what comes after this many groups is read as another run. */
const mostGroups = 40;

/** Finds card and phone numbers. Every digit is looked at a bounded number of times. */
export function scanNumbers(text: string, found: FoundText[], most: number): void {
  let at = 0;
  while (found.length < most) {
    digit.lastIndex = at;
    if (!digit.test(text)) return;
    const first = digit.lastIndex - 1;
    at = skipShortRun(text, first);
    if (at !== first) continue;
    const run = readRun(text, first);
    const card = findCard(run, text);
    if (card !== undefined) found.push(card);
    else if (isPhone(run, text)) found.push({ at: run.at, kind: 'phone', snippet: maskPhone(run, text) });
    at = run.end;
  }
}

const digit = /\d/g;
const fewestDigits = 7;

/** The end of a run that is too short for anything, which most are; its start when it is not. */
function skipShortRun(text: string, first: number): number {
  let count = 0;
  for (let at: number | undefined = first; at !== undefined; ) {
    let end = at;
    while (isDigit(text.charCodeAt(end))) end += 1;
    count += end - at;
    if (count >= fewestDigits) return first;
    at = findNextGroup(text, end);
    if (at === undefined) return end;
  }
  return first;
}

function readRun(text: string, first: number): DigitRun {
  const groups: Group[] = [];
  let end = first;
  let before = '';
  for (let at = first; groups.length < mostGroups; ) {
    end = at;
    while (isDigit(text.charCodeAt(end))) end += 1;
    groups.push({ digits: text.slice(at, end), at, before });
    const next = findNextGroup(text, end);
    if (next === undefined) break;
    before = text.slice(end, next);
    at = next;
  }
  const start = text.charCodeAt(first - 1) === openBracket ? first - 1 : first;
  const hasPlus = text.charCodeAt(start - 1) === plus;
  return { groups, at: hasPlus ? start - 1 : start, end, hasPlus };
}

const openBracket = 0x28;
const separators: ReadonlySet<number> = new Set([...' -./()\u00a0\u2011\u2013'].map((sign) => sign.charCodeAt(0)));

function findNextGroup(text: string, end: number): number | undefined {
  for (let at = end; at < end + 4; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) return at;
    if (!separators.has(code)) return undefined;
  }
  return undefined;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** One group, or groups of three to six digits after one of four, with the same sign between them. */
function findCard({ groups, at: start, end }: DigitRun, text: string): FoundText | undefined {
  for (let first = 0; first < groups.length; first += 1) {
    const head = groups[first];
    if (head === undefined || head.before === '.' || (first === 0 && isWordBefore(text, start))) continue;
    let digits = '';
    let sign: string | undefined;
    for (let last = first; last < groups.length && digits.length < 19; last += 1) {
      const group = groups[last];
      if (group === undefined || !isCardGroup(group, last - first, head)) break;
      if (last > first) sign ??= group.before;
      if (last > first && group.before !== sign) break;
      digits += group.digits;
      const isInside = last === groups.length - 1 ? isWordAt(text, end) : groups[last + 1]?.before === '.';
      if (!isInside && isCard(digits)) return { at: head.at, kind: 'card', snippet: maskCard(groups, first, last) };
    }
  }
  return undefined;
}

function isCardGroup({ digits, before }: Group, place: number, head: Group): boolean {
  if (place === 0) return digits.length === 4 || digits.length >= 13;
  return head.digits.length === 4 && digits.length >= 3 && digits.length <= 6 && (before === ' ' || before === '-');
}

/** 13 to 19 digits whose last one checks the others; none begins with 0, and with 1 only those of airlines do. */
function isCard(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19 || digits < '2') return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 0x30;
    const weighed = index % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

function maskCard(groups: readonly Group[], first: number, last: number): string {
  const written = groups
    .slice(first, last + 1)
    .map(({ digits, before }, index) => (index === 0 ? digits : before + digits))
    .join('');
  return maskDigits(written, 1, 4);
}

/** A plus sign, or signs between the digits: a bare number is rather a count, a price or a name. */
function isPhone(run: DigitRun, text: string): boolean {
  const { groups, at, end, hasPlus } = run;
  const count = groups.reduce((sum, { digits }) => sum + digits.length, 0);
  if (count < fewestDigits || count > 15 || isNameBefore(text, at) || isNameAfter(text, end)) return false;
  if (hasPlus) return groups[0]?.digits.startsWith('0') === false;
  // Two spaces separate columns.
  if (groups.length < 2 || groups.some(({ before }) => before.startsWith('  '))) return false;
  if (isDate(groups) || isAmount(groups) || isAddress(groups) || isBookNumber(groups, count)) return false;
  return hasPhoneShape(groups, count);
}

/** Small numbers side by side are a list, unless there are five pairs that begin with a zero. */
function hasPhoneShape(groups: readonly Group[], count: number): boolean {
  const [first, ...rest] = groups;
  if (rest.some(({ digits }) => digits.length < 2)) return false;
  const hasLong = groups.some(({ digits }) => digits.length >= 3);
  return hasLong || (count === 10 && first?.digits.startsWith('0') === true);
}

/** `2026-11-15`, `15.11.2026`, `2019-2024`, `20261115`, with an hour behind it or not. */
function isDate([first, second, third]: readonly Group[]): boolean {
  const [one = '', two = '', three = ''] = [first?.digits, second?.digits, third?.digits];
  if (isPlainDate(one)) return true;
  if (isYear(one)) return isYear(two) || (two.length <= 2 && Number(two) <= 31);
  return one.length <= 2 && two.length <= 2 && Number(one) <= 31 && Number(two) <= 31 && isYear(three);
}

/** As the names of runs and many files begin. */
function isPlainDate(digits: string): boolean {
  return /^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(digits) && isYear(digits.slice(0, 4));
}

function isYear(digits: string): boolean {
  return digits.length === 4 && digits >= '1800' && digits < '2200';
}

/** `3.14159265`, `1.234.567`, `12 345 678`. */
function isAmount(groups: readonly Group[]): boolean {
  const [first, ...rest] = groups;
  const sign = rest[0]?.before;
  if (rest.length === 1 && sign === '.') return true;
  const areThousands = rest.every(({ digits, before }) => digits.length === 3 && before === sign);
  const isShort = (first?.digits.length ?? 0) < 3 && first?.digits.startsWith('0') === false;
  return areThousands && (sign === '.' || (sign !== '-' && isShort));
}

/** `192.168.100.200`. */
function isAddress(groups: readonly Group[]): boolean {
  return (
    groups.length === 4 &&
    groups.every(({ digits, before }, index) => Number(digits) <= 255 && (index === 0 || before === '.'))
  );
}

/** ISBN: `978-3-16-148410-0`. */
function isBookNumber(groups: readonly Group[], count: number): boolean {
  return count === 13 && ['978', '979'].includes(groups[0]?.digits.slice(0, 3) ?? '');
}

function maskPhone({ at, end, hasPlus }: DigitRun, text: string): string {
  return maskDigits(text.slice(at, end), hasPlus ? 2 : 1, 2);
}

/** Every digit but the first and the last ones becomes an asterisk. */
function maskDigits(written: string, head: number, tail: number): string {
  const count = written.replaceAll(/\D/g, '').length;
  let seen = 0;
  return written.replaceAll(/\d/g, (digit) => {
    seen += 1;
    return seen <= head || seen > count - tail ? digit : '*';
  });
}

function isWordBefore(text: string, at: number): boolean {
  return /[\p{L}\d_]/u.test(text.charAt(at - 1)) || /\d[.,]$/.test(text.slice(Math.max(0, at - 2), at));
}

function isWordAt(text: string, at: number): boolean {
  return /^(?:[\p{L}_]|[.,]\d)/u.test(text.slice(at, at + 2));
}

/** Part of a word, a path, a price or a name such as `A-555-1234`. */
function isNameBefore(text: string, at: number): boolean {
  return /[\p{L}\d_/\\=#&%@$€£.,:-]$/u.test(text.slice(Math.max(0, at - 1), at)) && !isLabeled(text, at);
}

/** `Tel:` or `tel.` before a number is a colon or dot that says what it is. */
function isLabeled(text: string, at: number): boolean {
  return /\p{L}[:.]$/u.test(text.slice(Math.max(0, at - 2), at));
}

function isNameAfter(text: string, end: number): boolean {
  return /^(?:[\p{L}_@%=€$£]|[,:-]\d|-\p{L})/u.test(text.slice(end, end + 2));
}
