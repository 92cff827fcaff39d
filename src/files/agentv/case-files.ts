import { existsSync, readdirSync } from 'node:fs';
import { dirname, extname, join, posix, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import { Fault, type Place, type Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { Attachments } from '../project/attachments.ts';
import { findForeignFormat } from '../project/known-formats.ts';
import { isInside, toShownFile } from '../project/project.ts';
import { parseWholeFile } from '../syntax/parse-file.ts';
import { parseJson } from '../syntax/parse-json.ts';
import { errorAt } from '../syntax/placed-data.ts';
import { isLinesFile, streamLines } from '../text/lines.ts';
import { findStats } from '../text/read-text.ts';
import { toUnreadProblem } from '../text/unread-format.ts';
import type { WrittenCase } from './convert-case.ts';
import { caseListKeys, isCaseFile } from './recognize.ts';

/** Problems instead of a case. */
export interface UnreadCase {
  readonly problems: readonly Problem[];
  readonly placeOf: (path: readonly PathSegment[]) => Place;
}

interface CaseFilesPlace {
  readonly root: string;
  readonly cwd: string;
}

/** A list of cases, or the name of a file with cases, and the files that led to it. */
interface CaseList extends WrittenCase {
  /** The folder that file names in the list start from. */
  readonly folder: string;
  /** The files that this list is in, each inside the one before. */
  readonly inside: readonly string[];
}

/**
 * Reads the cases of an AgentV file, with those in other files and folders: `file://cases/refunds.yaml`,
 * `file://cases/*.jsonl`, `./cases/`.
 */
export class CaseFiles {
  readonly #place: CaseFilesPlace;
  readonly #read = new Set<string>();

  constructor(place: CaseFilesPlace) {
    this.#place = place;
  }

  /** Absolute paths of the files read so far. */
  get paths(): ReadonlySet<string> {
    return this.#read;
  }

  /** Reads a list entry by entry. JSON Lines are never all in memory. */
  async *read(list: CaseList): AsyncGenerator<WrittenCase | UnreadCase> {
    const { data, path, value } = list;
    if (typeof value === 'string') {
      yield* this.#readNamed(list, value.replace(/^file:\/\//, ''));
      return;
    }
    for (const [index, entry] of (Array.isArray(value) ? value : []).entries()) {
      const placed = { ...list, path: [...path, index], value: entry };
      if (typeof entry === 'string' && isCaseFile(entry)) yield* this.read(placed);
      else yield { data, path: placed.path, value: entry };
    }
  }

  async *#readNamed(list: CaseList, name: string): AsyncGenerator<WrittenCase | UnreadCase> {
    const attachments = new Attachments({ ...this.#place, folder: list.folder });
    try {
      for (const one of listMatches(name, list.folder, this.#place.root)) {
        const path = attachments.identify(one);
        if (findStats(path)?.isDirectory() === true) yield* this.#readFolder(path);
        else if (list.inside.includes(path)) yield toUnread(list, toCycle(list, one));
        else yield* this.#readFile(path, list);
      }
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      // A fault of another file has its own place.
      const { file, data, path } = { file: error.problems[0]?.file, ...list };
      yield toUnread(
        list,
        ...(file === undefined ? error.problems.map((one) => errorAt(data, path, one)) : error.problems),
      );
    }
  }

  /** Each folder in `folder` has one case, and its name is the id of the case. */
  *#readFolder(folder: string): Generator<WrittenCase | UnreadCase> {
    const names = readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
    for (const id of names.sort()) {
      const path = ['case.yaml', 'case.yml'].map((file) => join(folder, id, file)).find((file) => existsSync(file));
      if (path === undefined) continue;
      this.#read.add(path);
      const file = toShownFile(path, this.#place.cwd);
      const { data, problems } = parseWholeFile({ path, file, what: 'eval' });
      if (data === undefined) yield { problems, placeOf: () => ({ file, line: 1, column: 1 }) };
      else yield { data, path: [], value: isPlainObject(data.value) ? { id, ...data.value } : data.value };
    }
  }

  async *#readFile(path: string, { inside }: CaseList): AsyncGenerator<WrittenCase | UnreadCase> {
    this.#read.add(path);
    const file = toShownFile(path, this.#place.cwd);
    if (isLinesFile(path)) {
      yield* readLines(path, file);
      return;
    }
    const { data, problems } = parseWholeFile({ path, file, what: 'eval' });
    if (data === undefined) {
      yield { problems, placeOf: () => ({ file, line: 1, column: 1 }) };
      return;
    }
    const key = isPlainObject(data.value) ? caseListKeys.find((name) => isListed(data.value, name)) : undefined;
    const listPath = key === undefined ? [] : [key];
    const value = isPlainObject(data.value) && key !== undefined ? data.value[key] : data.value;
    const unread = { data, path: listPath, value };
    const format = findForeignFormat(data.value);
    if (format !== undefined) yield toUnread(unread, errorAt(data, [], toUnreadProblem(format, file)));
    else if (!Array.isArray(value)) yield toUnread(unread, toNoList({ ...unread, path: [] }, file));
    else yield* this.read({ ...unread, folder: dirname(path), inside: [...inside, path] });
  }
}

async function* readLines(path: string, file: string): AsyncGenerator<WrittenCase | UnreadCase> {
  for await (const { text, line } of streamLines({ path, shown: file })) {
    const { data, problems } = parseJson({ text, file, reading: 'eval JSONL', firstLine: line });
    if (data === undefined) yield { problems, placeOf: () => ({ file, line, column: 1 }) };
    else yield { data, path: [], value: data.value };
  }
}

function isListed(value: unknown, key: string): boolean {
  return isPlainObject(value) && value[key] !== undefined;
}

const caseSuffixes = ['.yaml', '.yml', '.json', '.jsonl'];

/** The files that a pattern matches, by name. Any other name is itself, so that a missing file is reported. */
function listMatches(name: string, folder: string, root: string): readonly string[] {
  const { isGlob, base, glob } = picomatch.scan(name);
  const start = resolve(folder, base);
  if (!isGlob || !isInside(start, root) || findStats(start)?.isDirectory() !== true) return [name];
  const isMatch = picomatch(glob);
  const found = readdirSync(start, { recursive: glob.includes('/'), encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => caseSuffixes.includes(extname(path)) && isMatch(path));
  return found.length === 0 ? [name] : found.sort().map((path) => posix.join(base, path));
}

function toUnread({ data, path }: WrittenCase, ...problems: readonly Problem[]): UnreadCase {
  return { problems, placeOf: (inner) => data.placeOf([...path, ...inner]) };
}

function toCycle({ data, path }: WrittenCase, name: string): Problem {
  const message = `The file "${name}" takes its cases from itself.`;
  return errorAt(data, path, { code: 'EVAL_INCLUDE_CYCLE', message, hint: 'Remove one of the references.' });
}

function toNoList({ data, path }: WrittenCase, file: string): Problem {
  const message = `The file "${file}" is not a list of cases.`;
  const hint = 'Start each case with "- ", without a key above the list.';
  return errorAt(data, path, { code: 'EVAL_BAD_VALUE', message, hint });
}
