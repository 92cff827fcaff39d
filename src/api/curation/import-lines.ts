import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import type { ImportLine } from '../../contract/import-file.ts';
import type { ImportFile } from '../../files/foreign/open-import-file.ts';
import { type ImportRequest, importItems } from '../../review/import-items.ts';
import type { ImportResult, ImportSummary, Incoming } from '../../review/import-report.ts';
import { ImportSources } from '../../review/import-sources.ts';
import type { ReviewContext } from '../../review/review-context.ts';
import { Spool } from '../../review/spool.ts';
import type { RunStore } from '../../store/port.ts';
import { importRuns } from '../../wiring/import-runs.ts';
import { ResultTexts } from './result-texts.ts';

export interface FileImport extends Omit<ImportRequest, 'source' | 'withText'> {
  readonly file: ImportFile;
  /** Where runs of files with rewards are recorded. */
  readonly runs: RunStore;
  readonly clock: Clock;
  /** Ends the import: the server is about to stop. */
  readonly signal: AbortSignal;
}

/**
 * Imports a file, and reports on it line by line: its format, the progress, the result of each row, and the end. Once
 * it has begun it continues, even if the client disconnects. Results wait on disk until the last one is known: a
 * listener who is slow must not keep the store waiting.
 */
export async function* importLines(review: ReviewContext, job: FileImport): AsyncGenerator<string> {
  const { file, signal, runs: _runs, clock: _clock, ...request } = job;
  const { dataset = file.dataset } = request;
  const named = dataset === undefined || dataset === '' ? {} : { dataset };
  const sources = new ImportSources([file], request.dataset);
  const rows = new RowSpool(sources);
  const source = untilStopped(sources.read(), signal);
  const work = importAll(importItems(review, { ...request, source, withText: true }, rows.add), job);
  try {
    yield renderLine({ kind: 'file', name: file.file, format: file.format, ...toMap(file), ...named });
    for await (const count of rows.listCounts(work)) yield renderLine({ kind: 'progress', rows: count });
    const { summary, found } = await work;
    for await (const results of rows.read()) yield `{"kind":"rows","results":[${results}]}\n`;
    const warnings = {
      piiWarnings: [...summary.piiWarnings],
      duplicateWarnings: [...summary.duplicateWarnings],
    };
    yield renderLine({ kind: 'end', ...summary, ...warnings, losses: listLosses(file), ...found });
  } finally {
    await work.catch(() => {});
    await rows.close();
  }
}

function toMap({ columns }: ImportFile): { readonly map?: string } {
  return columns === undefined ? {} : { map: columns.written };
}

export function renderLine(line: ImportLine): string {
  return `${JSON.stringify(line)}\n`;
}

/** A file with rewards is also a run. It is recorded if every item is stored, even if the client disconnects. */
async function importAll(items: Promise<ImportSummary>, { file, runs, dataset, dryRun, clock }: FileImport) {
  const summary = await items;
  const isRecorded = dryRun !== true && summary.stored && summary.counts.failed === 0;
  const found = await importRuns({ files: [file], pathOf: (each) => each.file, dataset, isRecorded, clock }, runs);
  return { summary, found: found.length === 0 ? {} : { runs: found.map(({ file: _file, ...run }) => run) } };
}

const shownExamples = 3;

function listLosses({ report }: ImportFile) {
  return report.listKinds().map(({ what, count, examples }) => ({
    what,
    count,
    examples: examples.slice(0, shownExamples).map(({ item, where }) => ({ item, where })),
  }));
}

async function* untilStopped(source: AsyncIterable<Incoming>, signal: AbortSignal): AsyncGenerator<Incoming> {
  for await (const incoming of source) {
    if (signal.aborted) throw toStopped();
    yield incoming;
  }
}

function toStopped(): Fault {
  const hint = 'Import the file again. Items that already exist stay as they are.';
  return new Fault({ code: 'API_NOT_READY', message: 'The server is stopping.', hint });
}

/** Results on their way to the answer, and how many there are by now. */
class RowSpool {
  readonly #spool = new Spool<string>();
  readonly #texts = new ResultTexts();
  readonly #sources: ImportSources;
  #count = 0;
  #changed = Promise.withResolvers<void>();

  constructor(sources: ImportSources) {
    this.#sources = sources;
  }

  readonly add = async (results: readonly ImportResult[]): Promise<void> => {
    const text = this.#texts.render(results, (result) => this.#findLine(result));
    if (text !== '') await this.#spool.add(text);
    this.#count += results.length;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  };

  /** How many there are, whenever that has changed, until the work has ended one way or the other. */
  async *listCounts(work: Promise<unknown>): AsyncGenerator<number> {
    let isRunning = true;
    const end = () => {
      isRunning = false;
    };
    const ended = work.then(end, end);
    while (isRunning) {
      await Promise.race([ended, this.#changed.promise]);
      if (isRunning) yield this.#count;
    }
  }

  read(): AsyncGenerator<string> {
    return this.#spool.read();
  }

  close(): Promise<void> {
    return this.#spool.close();
  }

  /** Looked up for what failed alone: in a file that was read whole it takes a while. */
  #findLine({ index, verdict }: ImportResult): number | undefined {
    return verdict === 'failed' ? this.#sources.placeOf(index).line : this.#sources.findLine(index);
  }
}
