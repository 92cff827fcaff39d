import { type ImportEnd, ImportLine, type ImportRow, type importFormats } from '../../../src/contract/import-file.ts';
import { ApiFault, UnreachableFault } from './api-fault.ts';
import { toFault, toUnreachable } from './ask-api.ts';
import { toQueryText } from './query-text.ts';
import { serverState } from './server-state.ts';
import { sessionHeaders } from './session.ts';

export type FileRun = NonNullable<ImportEnd['runs']>[number];
export type ImportFormat = (typeof importFormats)[number];

/** How a file is to be imported. */
export interface ImportChoices {
  /** Of conversations that name none; blank: named after the file. */
  readonly dataset: string;
  /** Undefined: found out. */
  readonly format: ImportFormat | undefined;
  /** Where the parts of a conversation are, as in `turnwise import --map`. Blank: in columns with usual names. */
  readonly map: string;
  /** true: all conversations of an OASST tree are imported, not only the best one. */
  readonly takesAllPaths: boolean;
  /** Conversations that are there with other content are changed; else they fail. */
  readonly changesExisting: boolean;
  readonly isAtomic: boolean;
  readonly approves: boolean;
}

export interface ImportOptions {
  readonly choices: ImportChoices;
  /** Dry run: reports what would happen. */
  readonly isDryRun: boolean;
  readonly signal?: AbortSignal;
  /** Called with the number of processed conversations. */
  readonly onProgress?: (rows: number) => void;
}

/** The result of a file, or of its dry run. */
export interface ImportReport extends Omit<ImportEnd, 'kind'> {
  readonly format: ImportFormat;
  /** For a table: which columns are which part of a conversation. */
  readonly map?: string | undefined;
  /** Of conversations that name none. */
  readonly dataset?: string | undefined;
  /** At most `mostRows`; the counts are of all. */
  readonly rows: readonly ImportRow[];
}

/** The most results that a page keeps in memory. */
const mostRows = 200_000;

/** The file was deleted or changed after it was chosen. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Uploads a file. Throws `ApiFault` if the server refuses it, and `UnreachableFault` if it does not answer. */
export async function importFile(file: File, options: ImportOptions): Promise<ImportReport> {
  await checkReadable(file);
  const response = await send(file, options);
  if (!response.ok || response.body === null) throw toFault(response, await response.text().catch(() => ''));
  return readReport(response.body, options.onProgress);
}

/** Reads the answer to an upload. */
export async function readReport(
  body: ReadableStream<Uint8Array>,
  onProgress?: (rows: number) => void,
): Promise<ImportReport> {
  const gathered = new ReportLines(onProgress);
  try {
    for await (const line of linesOf(body)) gathered.add(ImportLine.parse(JSON.parse(line)));
  } catch (error) {
    throw error instanceof ApiFault ? error : toUnreachable(error);
  }
  return gathered.toReport();
}

/** A file that was changed since it was chosen cannot be sent; the browser would only say that sending failed. */
async function checkReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new UnreadableFile("Couldn't read the file.", { cause });
  }
}

async function send(file: File, { choices, isDryRun, signal }: ImportOptions): Promise<Response> {
  const { dataset, format, map, takesAllPaths, changesExisting, isAtomic, approves } = choices;
  const query = toQueryText({
    name: file.name,
    dataset: dataset.trim() === '' ? undefined : dataset.trim(),
    format,
    map: map.trim() === '' ? undefined : map.trim(),
    paths: takesAllPaths ? 'all' : undefined,
    mode: changesExisting ? 'upsert' : 'create',
    atomic: isAtomic,
    dryRun: isDryRun,
    approve: approves,
  });
  const headers = { ...sessionHeaders(), 'content-type': 'application/octet-stream' };
  try {
    const response = await fetch(`/v1/imports${query}`, {
      method: 'POST',
      body: file,
      headers,
      signal: signal ?? null,
    });
    serverState.set(response.status === 401 ? 'signed-out' : 'fine');
    return response;
  } catch (error) {
    throw toUnreachable(error);
  }
}

/** Puts the lines of an answer together. */
class ReportLines {
  readonly #onProgress: ((rows: number) => void) | undefined;
  readonly #rows: ImportRow[] = [];
  #head: Pick<ImportReport, 'format' | 'map' | 'dataset'> | undefined;
  #end: ImportEnd | undefined;

  constructor(onProgress: ((rows: number) => void) | undefined) {
    this.#onProgress = onProgress;
  }

  add(line: ImportLine): void {
    if (line.kind === 'fault') throw new ApiFault(line.problem);
    if (line.kind === 'progress') this.#onProgress?.(line.rows);
    else if (line.kind === 'rows') this.#rows.push(...line.results.slice(0, mostRows - this.#rows.length));
    else if (line.kind === 'file') this.#head = line;
    else this.#end = line;
  }

  toReport(): ImportReport {
    const [head, end] = [this.#head, this.#end];
    // The server stopped in the middle.
    if (head === undefined || end === undefined) throw new UnreachableFault(undefined);
    const { kind: _kind, ...counted } = end;
    return { ...counted, format: head.format, map: head.map, dataset: head.dataset, rows: this.#rows };
  }
}

/** The lines of a body, each when it is whole. Blank ones are left out. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines.filter((line) => line !== '');
    }
    if (rest !== '') yield rest;
  } finally {
    // The reader stopped early.
    await reader.cancel().catch(() => {});
  }
}
