import type { ErrorCode } from 'yaml';
import type { OffsetProblem } from '../placed-data.ts';
import { contentLineAt, findContentBelow, type YamlLine } from './yaml-line.ts';
import { findOpeners, type Openers } from './yaml-openers.ts';

/** A syntax error of the YAML library, with what can be seen around it. */
export interface YamlMistake {
  readonly text: string;
  readonly code: ErrorCode;
  readonly offset: number;
  /** Column from 0 of the error on its line; below 0 when it was found on an empty line above. */
  readonly column: number;
  readonly line: YamlLine;
  readonly openers: Openers;
}

/** Says what is wrong in plain words, or nothing when it is another kind of mistake. */
export type Explain = (mistake: YamlMistake) => OffsetProblem | undefined;

export function toMistake(text: string, code: ErrorCode, offset: number): YamlMistake {
  const found = contentLineAt(text, offset);
  // A line in the wrong column is found where the one above it ends.
  const isStructure = code === 'BAD_INDENT' || code === 'MISSING_CHAR' || code === 'BLOCK_AS_IMPLICIT_KEY';
  const isBelow = isStructure && offset >= found.start + found.text.length;
  const line = (isBelow ? findContentBelow(text, found) : undefined) ?? found;
  return { text, code, offset, line, column: offset - line.start, openers: findOpeners(text, offset) };
}
