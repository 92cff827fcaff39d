/** What a text was found to hold, and where in it. */
export interface FoundText {
  readonly at: number;
  readonly kind: 'email' | 'phone' | 'card';
  readonly snippet: string;
}

const longestLocal = 64;
const longestDomain = 253;

/**
 * Finds email addresses by their @. Reads the text around it no further than the longest address, so that its time is
 * linear in the text.
 */
export function scanEmails(text: string, found: FoundText[], most: number): void {
  let from = 0;
  for (let at = text.indexOf('@'); at !== -1 && found.length < most; at = text.indexOf('@', at + 1)) {
    const start = findStart(text, at, from);
    const end = findEnd(text, at);
    if (start === at || end === at + 1) continue;
    const domain = text.slice(at + 1, end);
    const dot = domain.lastIndexOf('.');
    if (!isDomain(domain, dot)) continue;
    found.push({ at: start, kind: 'email', snippet: `${text[start]}***@${domain[0]}***${domain.slice(dot)}` });
    from = end;
  }
}

/** Where the part before the @ begins: no dot at either end, none after another. */
function findStart(text: string, at: number, from: number): number {
  const least = Math.max(from, at - longestLocal);
  let start = at;
  while (start > least && isLocal(text.charCodeAt(start - 1))) start -= 1;
  while (start < at && text.charCodeAt(start) === dotCode) start += 1;
  return text.charCodeAt(at - 1) === dotCode ? at : start;
}

function findEnd(text: string, at: number): number {
  const most = Math.min(text.length, at + 1 + longestDomain);
  let end = at + 1;
  while (end < most && isDomainCode(text.charCodeAt(end))) end += 1;
  // The period of a sentence is not part of the address.
  while (end > at + 1 && !isWordCode(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

/** A name, a dot, and an ending of letters. */
function isDomain(domain: string, dot: number): boolean {
  if (dot < 1 || domain.length - dot < 3 || domain.startsWith('-') || domain.includes('..')) return false;
  for (let index = dot + 1; index < domain.length; index += 1) {
    if (!isLetterCode(domain.charCodeAt(index))) return false;
  }
  return true;
}

const dotCode = 0x2e;
const localSigns = "._%+-'";

function isLocal(code: number): boolean {
  return isWordCode(code) || (code < 0x80 && localSigns.includes(String.fromCharCode(code)));
}

function isDomainCode(code: number): boolean {
  return isWordCode(code) || code === dotCode || code === 0x2d;
}

function isWordCode(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || isLetterCode(code);
}

/** Includes letters of other scripts, which addresses may contain. */
function isLetterCode(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || (code >= 0xc0 && code < 0x2000);
}
