import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { isNestedDeep, nestingLimit } from '../../base/json-value.ts';
import type { Send } from '../../conversation/target-spec.ts';
import { CassetteEntry, toRequestKey } from './cassette-entry.ts';

/** A recording in memory. */
interface CassetteIndex {
  /** What was recorded for a key: by the target of this id, else by any. */
  find(key: string, target: string): CassetteEntry | undefined;
  readonly entries: readonly CassetteEntry[];
}

/**
 * Reads a recording line by line. Where the same was asked twice, the last line counts, so that recording again into the
 * same file is enough. A last line that was cut off, as by a crash, is left out.
 */
export async function readCassette(path: string): Promise<CassetteIndex> {
  const byKey = new Map<string, CassetteEntry>();
  const byTarget = new Map<string, CassetteEntry>();
  for await (const entry of listEntries(path)) {
    const key = toRequestKey(entry.request, entry.repeat);
    byKey.set(key, entry);
    byTarget.set(`${key} ${entry.target}`, entry);
  }
  return {
    find: (key, target) => byTarget.get(`${key} ${target}`) ?? byKey.get(key),
    entries: [...byTarget.values()],
  };
}

/**
 * The form in which a target was asked when it was last recorded; of a recording without calls of its own, the target
 * that was asked first: judges come later. Undefined: the recording is empty.
 */
export async function findRecordedSend(path: string, target: string): Promise<Send | undefined> {
  const last = new Map<string, Send>();
  for await (const entry of listEntries(path)) last.set(entry.target, entry.request.send);
  const [first] = last.values();
  return last.get(target) ?? first;
}

/** As deep as replies may be nested, and the entry around them. */
const deepestEntry = nestingLimit + 10;

async function* listEntries(path: string): AsyncIterable<CassetteEntry> {
  let line = 0;
  for await (const { text, isCut } of listLines(path)) {
    line++;
    if (text.trim() === '') continue;
    const value = parseJson(text);
    if (value === undefined && isCut) return;
    if (isNestedDeep(value, deepestEntry)) throw toBadLine(path, line, []);
    const parsed = CassetteEntry.safeParse(value);
    if (!parsed.success) throw toBadLine(path, line, parsed.error.issues[0]?.path ?? []);
    yield parsed.data;
  }
}

/** Only a line feed ends a line: others that Node's readline knows may be inside JSON text. */
async function* listLines(path: string): AsyncIterable<{ readonly text: string; readonly isCut: boolean }> {
  let rest = '';
  try {
    for await (const chunk of createReadStream(path, 'utf8')) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines) yield { text, isCut: false };
    }
  } catch (error) {
    throw toUnreadable(path, error);
  }
  if (rest !== '') yield { text: rest, isCut: true };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toBadLine(file: string, line: number, path: readonly PropertyKey[]): Fault {
  const at = path.length === 0 ? '' : ` Check "${path.join('.')}".`;
  return new Fault({
    code: 'TARGET_BAD_CASSETTE',
    message: `The line was not written by --record.${at}`,
    hint: 'Record the cassette again, or remove the line.',
    reading: 'recording',
    file,
    line,
  });
}

function toUnreadable(file: string, error: unknown): Fault {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  const name = basename(file);
  return new Fault(
    {
      code: isMissing ? 'FILE_MISSING' : 'FILE_UNREADABLE',
      message: isMissing ? `There is no cassette "${name}".` : `Cannot read the cassette "${name}".`,
      hint: `Record one: turnwise run … --record ${name}`,
      reading: 'recording',
      file,
    },
    { cause: error },
  );
}
