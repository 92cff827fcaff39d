import { Fault, type Problem, toError } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { type EntryPlace, type ImportEntry, toEntryPlace } from '../foreign/read-entries.ts';

const mostConflicts = 5;

/**
 * Reads all of a file before anything is imported. Throws a Fault if it cannot be read, is empty, or has two
 * conversations with the same id and different content. A single conversation that cannot be read is not a reason: it fails alone.
 */
export async function assertConsistent(read: () => AsyncIterable<ImportEntry>, file: string): Promise<void> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  let isEmpty = true;
  for await (const { value } of read()) {
    isEmpty = false;
    const key = toKey(value);
    if (key === undefined) continue;
    if (seen.has(key)) repeated.add(key);
    else seen.add(key);
  }
  if (isEmpty) throw toEmpty(file);
  seen.clear();
  if (repeated.size > 0) await assertSameContent(read, { repeated, file });
}

function toEmpty(file: string): Fault {
  const hint = 'Check whether it is the right file. A table needs rows below its header.';
  return new Fault({ code: 'IMPORT_EMPTY', message: `"${file}" has no conversations.`, hint, file });
}

/** Most files repeat no id, so contents are compared in a second reading. */
async function assertSameContent(
  read: () => AsyncIterable<ImportEntry>,
  { repeated, file }: { readonly repeated: ReadonlySet<string>; readonly file: string },
): Promise<void> {
  const firsts = new Map<string, { readonly content: string; readonly at: EntryPlace }>();
  const problems: Problem[] = [];
  for await (const { value, at } of read()) {
    const key = toKey(value);
    if (key === undefined || !repeated.has(key)) continue;
    const content = JSON.stringify(value);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, { content, at });
    else if (first.content !== content && problems.length < mostConflicts)
      problems.push(toConflict(value, [first.at, at], file));
  }
  const [problem, ...others] = problems;
  if (problem !== undefined) throw new Fault([problem, ...others]);
}

/** Dataset and id. Undefined: the conversation has no id of its own. */
function toKey(value: unknown): string | undefined {
  if (!isPlainObject(value) || typeof value.id !== 'string' || value.id.trim() === '') return undefined;
  return `${String(value.datasetName ?? value.dataset ?? '')}\n${value.id}`;
}

function toConflict(value: unknown, [first, second]: readonly [EntryPlace, EntryPlace], file: string): Problem {
  const id = isPlainObject(value) ? String(value.id).slice(0, 80) : '';
  const { line } = toEntryPlace(first, file);
  const message = `The id "${id}" is already used${line === undefined ? '' : ` in line ${line}`}, with different content.`;
  const hint = 'Give each conversation its own id. With --map, several columns can make one: id=<column>,id=<column>.';
  return toError({ code: 'IMPORT_SAME_ID', message, hint, ...toEntryPlace(second, file) });
}
