import { Fault } from '../../base/fault.ts';
import type { ScriptedCase } from '../eval/write-eval.ts';
import type { ForeignFormat } from './chat-format.ts';
import type { LossReport } from './loss-report.ts';
import { readMtBench } from './mt-bench.ts';
import type { ImportEntry } from './read-entries.ts';
import { readTauBench, type Trajectories } from './tau-bench.ts';

/** What a benchmark file contains in addition to conversations. */
export interface BenchmarkParts {
  /** Questions without replies. Such a file has no entries: it becomes an eval file. */
  readonly questions?: readonly ScriptedCase[];
  /** Conversations with rewards, which are also an imported run. */
  readonly trajectories?: Trajectories;
}

interface BenchmarkFile extends BenchmarkParts {
  readonly entries: AsyncIterable<ImportEntry>;
}

type Parts = readonly (Iterable<ImportEntry> | AsyncIterable<ImportEntry>)[];

/**
 * Reads a benchmark whose entries belong together, as a whole: a problem in the last entry is found before the first is
 * imported. Undefined: the format is read entry by entry.
 */
export async function readBenchmark(
  format: ForeignFormat,
  parts: Parts,
  reading: { readonly file: string; readonly report: LossReport },
): Promise<BenchmarkFile | undefined> {
  if (format === 'mt-bench') {
    const questions = readMtBench(await collect(parts), reading);
    return { questions, entries: refuse(reading.file) };
  }
  if (format !== 'tau-bench') return undefined;
  const trajectories = readTauBench(await collect(parts), reading);
  return { trajectories, entries: toStream(trajectories.entries) };
}

async function collect(parts: Parts): Promise<readonly ImportEntry[]> {
  const entries: ImportEntry[] = [];
  for (const part of parts) for await (const entry of part) entries.push(entry);
  return entries;
}

async function* toStream(entries: readonly ImportEntry[]): AsyncGenerator<ImportEntry> {
  yield* entries;
}

// The first read throws, so there is nothing to yield.
// biome-ignore lint/correctness/useYield: the type of an import file's entries.
async function* refuse(file: string): AsyncGenerator<ImportEntry> {
  throw new Fault({
    code: 'IMPORT_NO_REPLIES',
    message: 'MT-Bench questions have no replies, so they cannot be reviewed as items.',
    hint: 'Use the command line: turnwise import <file> writes an eval file with them.',
    file,
  });
}
