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
  /** What the file is, for messages: "eval". */
  readonly what: string;
  /** Default: 16 MB for YAML, because its tree is much larger than its text, and 64 MB for JSON. */
  readonly limitBytes?: number;
  /** Default: FILE_TOO_BIG. */
  readonly tooBigCode?: FaultCode;
  /** The hint if it is too big. */
  readonly tooBigHint?: string;
}

/** Parses a JSON or YAML file. Throws a Fault if it is missing, too big or empty. */
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
