import { findPlainEnd, findStringEnd, skipBlanks } from './json-tokens.ts';

/** Where an object stands in a text; `end` is behind its last character. */
export interface ObjectPlace {
  readonly start: number;
  readonly end: number;
}

interface FoundObjects {
  readonly places: readonly ObjectPlace[];
  /** Where the last object begins that broke, or was cut off, after one of the keys; -1: none did. */
  readonly lastBroken: number;
}

/**
 * The outermost JSON objects of a text, in order, whatever stands around them. What is not JSON is no object, so a brace
 * in prose hides nothing. An object that is broken after its first `"key":` hides what it holds: a quotation inside a
 * broken verdict must not be taken for the verdict.
 *
 * One pass: the search goes on where a broken object broke, so hostile text takes no longer than any other.
 */
export function findJsonObjects(text: string, keys: readonly string[]): FoundObjects {
  const places: ObjectPlace[] = [];
  let lastBroken = -1;
  for (let start = text.indexOf('{'); start !== -1; ) {
    const scan = scanObject(text, start, keys);
    if (scan.isWhole) places.push({ start, end: scan.end });
    else if (scan.hasOneOf) lastBroken = start;
    start = text.indexOf('{', scan.end);
  }
  return { places, lastBroken };
}

interface Scan {
  readonly isWhole: boolean;
  /** Where to go on: behind the object, or where it broke. */
  readonly end: number;
  /** One of the keys that are looked for stands in the object itself, not in one inside it. */
  readonly hasOneOf: boolean;
}

type Wanted = 'key' | 'first-key' | 'value' | 'first-value' | 'next';

function scanObject(text: string, start: number, keys: readonly string[]): Scan {
  const open = ['{'];
  let at = start + 1;
  let wanted: Wanted = 'first-key';
  let hasKey = false;
  let hasOneOf = false;
  const broken = (): Scan => ({ isWhole: false, end: hasKey ? at : start + 1, hasOneOf });
  for (;;) {
    at = skipBlanks(text, at);
    const sign = text[at];
    if (sign === undefined) return broken();
    const inObject = open.at(-1) === '{';
    const isEnd = sign === (inObject ? '}' : ']');
    if (isEnd && (wanted === 'next' || wanted === 'first-key' || wanted === 'first-value')) {
      at += 1;
      open.pop();
      if (open.length === 0) return { isWhole: true, end: at, hasOneOf };
      wanted = 'next';
    } else if (wanted === 'next') {
      if (sign !== ',') return broken();
      at += 1;
      wanted = inObject ? 'key' : 'value';
    } else if (wanted === 'key' || wanted === 'first-key') {
      const end = findKeyEnd(text, at);
      if (end === -1) return broken();
      if (open.length === 1) hasOneOf ||= keys.includes(readKey(text, at));
      at = end;
      hasKey = true;
      wanted = 'value';
    } else if (sign === '{' || sign === '[') {
      open.push(sign);
      at += 1;
      wanted = sign === '{' ? 'first-key' : 'first-value';
    } else {
      const end = findScalarEnd(text, at);
      if (end === -1) return broken();
      at = end;
      wanted = 'next';
    }
  }
}

/** Behind `"key":`; -1 when something else stands there. */
function findKeyEnd(text: string, at: number): number {
  const end = findStringEnd(text, at);
  const colon = end === -1 ? -1 : skipBlanks(text, end);
  return text[colon] === ':' ? colon + 1 : -1;
}

/** The key that stands here, as it is meant: it may be written with escapes. */
function readKey(text: string, at: number): string {
  return String(JSON.parse(text.slice(at, findStringEnd(text, at))));
}

/** Behind a string, number, true, false or null; -1 when none of them stands there. */
function findScalarEnd(text: string, at: number): number {
  return text[at] === '"' ? findStringEnd(text, at) : findPlainEnd(text, at);
}
