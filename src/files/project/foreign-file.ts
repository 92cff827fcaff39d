import { extname } from 'node:path';
import { Fault, type Problem, toError } from '../../base/fault.ts';
import { toShellWord } from '../../base/shell-word.ts';
import { parseYaml } from '../syntax/yaml/parse-yaml.ts';
import { evalLimitBytes, findStats, readStart, wholeFileLimitBytes } from '../text/read-text.ts';
import { findSignature, signatureBytes, toUnreadProblem, type UnreadFormat } from '../text/unread-format.ts';
import { findForeignFormat } from './known-formats.ts';

export interface NamedFile {
  readonly path: string;
  /** The name in messages. */
  readonly shown: string;
}

/**
 * The problem that names the format of a file that Turnwise does not read, by its first bytes, its suffix or its keys.
 * Undefined: the format is not known. `hasReader`: a reader for this kind of file has failed, so only a known format of
 * another tool says more than its own problem.
 */
export function findForeignProblem(
  { path, shown }: NamedFile,
  { hasReader = false }: { readonly hasReader?: boolean } = {},
): Problem | undefined {
  const start = readStart(path, signatureBytes);
  const known = findSignature(start, shown) ?? findTextFormat(path, shown);
  const format = known ?? (start.includes(0) ? binary : undefined);
  if (format === undefined || (hasReader && (format.isImported === true || format === binary))) return undefined;
  return toNamed(format, shown);
}

function toNamed(format: UnreadFormat, shown: string): Problem {
  return toError({ ...toUnreadProblem(format, shown), file: shown, line: 1, column: 1 });
}

/**
 * Reads a file. If that fails and the file is in a known format of another tool, throws the one problem that names it.
 * Files that can be read are never named otherwise.
 */
export async function namingFormat<T>(file: NamedFile, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'FILE_MISSING') throw error;
    // Bytes that are not text. Text in another encoding has no zero bytes, except UTF-16, which has its own mark.
    const isBinary = error.code === 'FILE_NOT_UTF8' && readStart(file.path, signatureBytes).includes(0);
    const known = findForeignProblem(file, { hasReader: true });
    const named = known ?? (isBinary ? toNamed(binary, file.shown) : undefined);
    throw named === undefined ? error : new Fault([named], { cause: error });
  }
}

/** A format of text, by suffix or content. */
function findTextFormat(path: string, shown: string): UnreadFormat | undefined {
  const suffix = extname(shown).toLowerCase();
  if (suffix === '.md') return undefined;
  const start = readStart(path, startBytes).toString('utf8').trimStart();
  if (suffix === '.csv' || suffix === '.tsv') return toTable(suffix);
  if (suffix === '.py') return toPython(start);
  if (/^(?:<!doctype html|<html[\s>])/i.test(start)) return webPage;
  if (start.startsWith('<?xml')) return xml;
  return findForeignFormat(readValue(path, start));
}

/** Enough for the first line of most JSON Lines. */
const startBytes = 1024 * 1024;

const webPage: UnreadFormat = {
  name: 'a web page (HTML)',
  advice: () => 'The download may have saved an error or sign-in page. Download the file itself again.',
};
const xml: UnreadFormat = { name: 'an XML file', advice: () => 'Convert it to JSON, YAML or CSV.' };
const binary: UnreadFormat = {
  name: 'a binary file',
  advice: () => 'Name a text file, such as .eval.yaml, .jsonl or .csv.',
};

function toTable(suffix: string): UnreadFormat {
  return {
    name: `a ${suffix.slice(1).toUpperCase()} file`,
    isImported: true,
    advice: (file) =>
      `Import its conversations: turnwise import ${toShellWord(file)}. For labels: turnwise label import ${toShellWord(file)}. For ratings: turnwise agreement ${toShellWord(file)}`,
  };
}

function toPython(text: string): UnreadFormat {
  const uses = (library: string) => new RegExp(`^\\s*(?:from|import)\\s+${library}\\b`, 'm').test(text);
  if (uses('deepeval')) {
    return {
      name: 'a DeepEval test (Python)',
      isPlanned: true,
      advice: () =>
        'Write its test cases as cases of a .eval.yaml file: the input as "input_messages", the metrics as "graders".',
    };
  }
  if (uses('inspect_ai')) {
    return {
      name: 'an Inspect task (Python)',
      advice: () =>
        'Write its samples as cases of a .eval.yaml file: the input as "input_messages", the scorer as "graders".',
    };
  }
  return {
    name: 'a Python program',
    advice: (file) =>
      `To test it, name it in targets.yaml: {id: bot, provider: command, command: [python, ${file.split(/[/\\]/).at(-1)}]}`,
  };
}

/** The value of JSON or YAML, or of the first line of JSON Lines. Undefined: it is neither, or too big. */
function readValue(path: string, start: string): unknown {
  const size = findStats(path)?.size ?? 0;
  const isYaml = /\.ya?ml$/i.test(path);
  if (size > (isYaml ? evalLimitBytes : wholeFileLimitBytes)) return parseLine(start);
  if (/^[{[]/.test(start)) return parseLine(start) ?? parseLenient(readAll(path, size));
  return isYaml ? parseYaml({ text: readAll(path, size), file: path, reading: 'YAML' }).data?.value : undefined;
}

/** A file that cannot be read has another problem, which is reported elsewhere. */
function readAll(path: string, size: number): string {
  return readStart(path, size).toString('utf8');
}

function parseLine(start: string): unknown {
  const value = parseLenient(start.split('\n', 1)[0] ?? '');
  // A pretty-printed list starts with a bracket on its own line.
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}

function parseLenient(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
