import { extname } from 'node:path';
import type { FaultCode } from '../../base/fault-codes.ts';
import { checkSize, emptyFile, evalLimitBytes, readText, wholeFileLimitBytes } from '../text/read-text.ts';
import { parseJson } from './parse-json.ts';
import type { Parsed } from './placed-data.ts';
import { parseYaml } from './yaml/parse-yaml.ts';

/** A JSON or YAML file that is read whole. */
interface WholeFile {
  readonly path: string;
  /** Path as shown to people. */
  readonly file: string;
  /** What it is, in a word: "eval". */
  readonly what: string;
  /** Default: 16 MB for YAML, whose tree is many times its text, and 64 MB for JSON. */
  readonly limitBytes?: number;
  /** Default: FILE_TOO_BIG. */
  readonly tooBigCode?: FaultCode;
  /** What to do when it is too big. */
  readonly tooBigHint?: string;
}

/** Parses a JSON or YAML file that is read whole. A file that is missing, too big or empty is a Fault. */
export function parseWholeFile(whole: WholeFile): Parsed {
  const { path, file, what } = whole;
  const isJson = extname(path).toLowerCase() === '.json';
  const limitBytes = whole.limitBytes ?? (isJson ? wholeFileLimitBytes : evalLimitBytes);
  const { tooBigCode: code, tooBigHint: hint } = whole;
  checkSize({ path, shown: file }, limitBytes, {
    name: `The ${what} file`,
    code,
    hint,
    place: { file, line: 1, column: 1 },
  });
  const text = readText({ path, shown: file });
  const reading = `${what} ${isJson ? 'JSON' : 'YAML'}`;
  if (text.trim() === '') throw emptyFile(file, reading);
  return isJson ? parseJson({ text, file, reading }) : parseYaml({ text, file, reading });
}
