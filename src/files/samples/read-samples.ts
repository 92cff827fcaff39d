import { resolve } from 'node:path';
import { hasError, toError } from '../../base/fault.ts';
import { readDefinitions } from '../deck/contexts.ts';
import { findForeignProblem } from '../project/foreign-file.ts';
import { toShownFile } from '../project/project.ts';
import { parseJson } from '../syntax/parse-json.ts';
import { parseToml } from '../syntax/toml/parse-toml.ts';
import { isCsvFile } from '../syntax/written-table.ts';
import { isLinesFile, streamLines } from '../text/lines.ts';
import { checkSize, emptyFile, evalLimitBytes, readText, wholeFileLimitBytes } from '../text/read-text.ts';
import { readCsvSamples } from './csv-samples.ts';
import type { SamplesReading } from './sample-flaw.ts';
import { readSampleTable, type SampleOptions, SampleReader } from './sample-reader.ts';

export interface ReadSamplesOptions extends SampleOptions {
  readonly cwd: string;
}

export interface SampleFile extends SamplesReading {
  /** Path as shown to people. */
  readonly file: string;
}

interface FileToRead {
  readonly path: string;
  readonly shown: string;
}

/**
 * Reads a sample file: TOML, JSON lines with one sample each (`.jsonl`), or CSV. Invalid samples are skipped and counted. A
 * file without a valid sample is an error. Throws a Fault only if the file cannot be read.
 */
export async function readSamples(path: string, options: ReadSamplesOptions): Promise<SampleFile> {
  const full = resolve(options.cwd, path);
  const request = { path: full, shown: toShownFile(full, options.cwd) };
  const reader = new SampleReader(options);
  if (isLinesFile(full)) await readLines(request, reader);
  else if (isCsvFile(full)) readCsv(request, reader);
  else readTable(request, reader);
  const { reading } = reader;
  const foreign = reading.samples.length === 0 ? findForeignProblem(request, { hasReader: true }) : undefined;
  if (foreign !== undefined) return { ...reading, problems: [foreign], file: request.shown };
  return { ...reading, file: request.shown };
}

function readTable(request: FileToRead, reader: SampleReader): void {
  checkSize(request, evalLimitBytes, {
    hint: 'Use a .samples.jsonl file with one sample per line.',
    place: toStart(request),
  });
  const text = readText(request);
  const reading = 'samples TOML';
  if (text.trim() === '') {
    reader.report(...emptyFile(request.shown, reading).problems);
    return;
  }
  const { data, problems } = parseToml({ text, file: request.shown, reading });
  reader.report(...problems);
  if (data === undefined) return;
  const { hasSamples, contexts, problems: found } = readDefinitions(data, 'SAMPLES');
  reader.report(...found, ...contexts.flatMap((context) => context.problems));
  if (hasSamples) readSampleTable(data, reader);
  const isForDeck = contexts.length > 0 || (found.length > 0 && isDeckToml(request.path));
  if (hasSamples || isForDeck || hasError(found)) return;
  const message = 'The file has no samples.';
  const hint = 'Write [[samples]] on its own line, then messages = [{ role = "user", content = "…" }] below it.';
  reader.report(toError({ code: 'SAMPLES_MISSING_KEY', message, hint, reading, ...data.placeOf([]) }));
}

/** A TOML file with definitions for a deck. Unlike a sample file, it may have no samples. */
function isDeckToml(path: string): boolean {
  return /\.deck\.toml$/i.test(path);
}

function readCsv(request: FileToRead, reader: SampleReader): void {
  checkSize(request, wholeFileLimitBytes, { hint: 'Split it into several files.', place: toStart(request) });
  const text = readText(request);
  if (text.trim() === '') reader.report(...emptyFile(request.shown, 'samples CSV').problems);
  else readCsvSamples({ text, file: request.shown }, reader);
}

async function readLines(request: FileToRead, reader: SampleReader): Promise<void> {
  checkSize(request, wholeFileLimitBytes, { hint: 'Split it into several files.', place: toStart(request) });
  const reading = 'samples JSONL';
  let number = 0;
  let firstLine = 1;
  const before = reader.counts;
  for await (const { line, text } of streamLines(request)) {
    number += 1;
    if (number === 1) firstLine = line;
    const { data, problems } = parseJson({ text, file: request.shown, reading, firstLine: line });
    if (data !== undefined) reader.read(data, { path: [], value: data.value, number, isJson: true });
    else reader.skipLine(number, problems);
  }
  if (number === 0) reader.report(...emptyFile(request.shown, reading).problems);
  else {
    const place = { reading, file: request.shown, line: firstLine, column: 1 };
    reader.reportIfNone({ count: number, before, format: 'json', ...place });
  }
}

function toStart({ shown }: FileToRead) {
  return { file: shown, line: 1, column: 1 };
}
