import { closeSync, openSync, readSync } from 'node:fs';
import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema } from '../../base/schema-check.ts';
import { parseJson } from '../syntax/json/parse-json.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import { toProblems } from '../syntax/schema-problems.ts';
import { EvalHead } from './eval-shape.ts';
import { listSoundGraders, type PlacedGrader } from './placed-graders.ts';

/** The head of a file with one case per line. */
export interface LineHead {
  /** From 1. */
  readonly line: number;
  readonly head: EvalHead;
  readonly graders: readonly PlacedGrader[];
  readonly data: PlacedData;
  readonly problems: readonly Problem[];
}

const HeadLine = EvalHead.omit({ cases: true, evalcases: true, tests: true });
const headKeys = Object.keys(HeadLine.shape);
/** A head is short; a longer first line is a case. */
const longestHead = 65_536;

/**
 * The first line of a file, when it has keys of an eval file's head and no others: `{"targets": ["bot"]}`. A case is
 * recognized by any other key, such as `input_messages`.
 */
export function findLineHead(file: {
  readonly path: string;
  readonly file: string;
  readonly reading: string;
}): LineHead | undefined {
  const first = readFirstLine(file.path);
  if (first === undefined) return undefined;
  const { data } = parseJson({ text: first.text, file: file.file, reading: file.reading, firstLine: first.line });
  const value = data?.value;
  if (data === undefined || !isPlainObject(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.length === 0 || !keys.every((key) => headKeys.includes(key))) return undefined;
  const result = checkSchema(HeadLine, value);
  const problems = toProblems(result.issues ?? [], data, { prefix: 'EVAL' });
  return { line: first.line, head: result.value ?? {}, graders: listSoundGraders(value), data, problems };
}

/** The first line that is not blank; undefined when it is too long for a head, or cannot be read. */
function readFirstLine(path: string): { readonly text: string; readonly line: number } | undefined {
  const block = Buffer.alloc(longestHead);
  const size = readBlock(path, block);
  const lines = block
    .toString('utf8', 0, size)
    .replace(/^\uFEFF/, '')
    .split('\n');
  const index = lines.findIndex((text) => text.trim() !== '');
  const isCut = size === longestHead && index === lines.length - 1;
  return index === -1 || isCut ? undefined : { text: lines[index] ?? '', line: index + 1 };
}

/** What cannot be read is reported when the cases are. */
function readBlock(path: string, block: Buffer): number {
  try {
    const handle = openSync(path, 'r');
    try {
      return readSync(handle, block);
    } finally {
      closeSync(handle);
    }
  } catch {
    return 0;
  }
}
