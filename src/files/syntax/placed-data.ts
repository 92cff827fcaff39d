import type { Place, Problem } from '../../base/fault.ts';
import type { FaultCode } from '../../base/fault-codes.ts';
import type { PathSegment } from '../../base/schema-check.ts';

/** A file parsed to plain data that still knows where each key and value is. */
export interface PlacedData {
  /** Path as shown to people. */
  readonly file: string;
  /** What is being read, in words: "eval YAML". */
  readonly reading: string;
  readonly value: unknown;
  /** Where a key or value is; the nearest known ancestor when the path itself is not in the text. */
  placeOf(path: readonly PathSegment[], at?: 'key' | 'value'): Place;
}

/** The data, unless an error kept it from being read. There can be problems beside data. */
export interface Parsed {
  readonly data?: PlacedData;
  readonly problems: readonly Problem[];
}

export interface ParseRequest {
  readonly text: string;
  readonly file: string;
  readonly reading: string;
}

/** A problem in a text whose lines have not been counted. */
export interface OffsetProblem {
  readonly code: FaultCode;
  readonly message: string;
  readonly hint?: string;
  readonly offset: number;
}

export const depthLimit = 100;
export const tooDeepMessage = `The data is nested more than ${depthLimit} levels deep.`;
/** Never a key, at any level: it would reach the prototype of an object built from it. */
export const forbiddenKey = '__proto__';
