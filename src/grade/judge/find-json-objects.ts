import { findPlainEnd, findStringEnd, skipBlanks } from './json-tokens.ts';

/** The position of an object in a text. `end` is the offset after its last character. */
export interface ObjectPlace {
  readonly start: number;
  readonly end: number;
}

interface FoundObjects {
  readonly places: readonly ObjectPlace[];
  /** The start of the last object that is malformed or cut off after one of the keys. -1: there is none. */
  readonly lastBroken: number;
}

/**
 * Finds the outermost JSON objects of a text, in order. Braces in prose do not matter. An object that is malformed
 * after its first `"key":` hides what is inside it, because a quote inside a malformed verdict must not count as the
 * verdict.
 *
 * It is a single pass: the search continues where a malformed object breaks, so hostile text takes no longer than other
 * text.
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
  /** Where the search continues: after the object, or where it is malformed. */
  readonly end: number;
  /** Whether one of the keys is in the object itself, and not in a nested object. */
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

/** The offset after `"key":`, or -1. */
function findKeyEnd(text: string, at: number): number {
  const end = findStringEnd(text, at);
  const colon = end === -1 ? -1 : skipBlanks(text, end);
  return text[colon] === ':' ? colon + 1 : -1;
}

/** Decodes the key at this offset. It may contain escapes. */
function readKey(text: string, at: number): string {
  return String(JSON.parse(text.slice(at, findStringEnd(text, at))));
}

/** The offset after a string, number, true, false or null, or -1. */
function findScalarEnd(text: string, at: number): number {
  return text[at] === '"' ? findStringEnd(text, at) : findPlainEnd(text, at);
}
