import { findDatasetName } from '../../conversation/sample.ts';
import { fromBody } from '../../curate/item-content.ts';
import { type ChatFormat, chatFormats } from '../../files/foreign/chat-format.ts';
import { fromItem } from '../../files/foreign/from-item.ts';
import { LossReport } from '../../files/foreign/loss-report.ts';
import { writeAtomically } from '../../files/text/write-atomically.ts';
import { toVisibleText } from '../../format/transcript.ts';
import { exportItems } from '../../review/export-items.ts';
import type { ReviewContext } from '../../review/review-context.ts';
import type { ItemFilter } from '../../store/item-port.ts';
import { checkDatasets, type FilterOptions, toItemFilter } from '../curation/item-filter.ts';
import { renderLosses } from '../curation/render-losses.ts';
import { withCuration } from '../curation/with-curation.ts';
import { usageFault } from '../faults.ts';
import type { ExitCode, Io } from '../io.ts';
import { countOf } from '../render-problems.ts';

interface ExportCommand extends FilterOptions {
  /** `dataset:<name>`, or nothing for what the options say. */
  readonly source?: string | undefined;
  readonly format?: string;
  readonly out?: string;
  readonly withAudit?: boolean;
  readonly db?: string;
  readonly json?: boolean;
}

/** Writes items as JSON lines, sorted by dataset and id. The same items give the same bytes. */
export async function exportFiles(command: ExportCommand, io: Io): Promise<ExitCode> {
  const format = chatFormats.find((name) => name === command.format);
  if (format !== undefined && command.withAudit === true) {
    throw usageFault(
      '--with-audit only works with --format items.',
      `The ${format} format has no place for the audit log.`,
    );
  }
  const options = withSource(command);
  const filter = toItemFilter(options);
  return withCuration(command, io, async ({ context }) => {
    await checkDatasets(context.store, options.dataset);
    const report = new LossReport();
    const lines = new CountedLines(toLines(context, filter, { format, report, withAudit: command.withAudit === true }));
    if (command.out === undefined) for await (const line of lines) io.out(line);
    else await writeAtomically(command.out, io.cwd, lines);
    printSummary({ command, count: lines.count, report }, io);
    return 0;
  });
}

function withSource({ source, ...options }: ExportCommand): FilterOptions {
  if (source === undefined) return options;
  if (options.dataset !== undefined) throw usageFault('The dataset appears twice.', 'Remove --dataset.');
  return { ...options, dataset: [findDatasetName(source) ?? source] };
}

interface LineOptions {
  readonly format: ChatFormat | undefined;
  readonly report: LossReport;
  readonly withAudit: boolean;
}

async function* toLines(
  context: ReviewContext,
  filter: ItemFilter,
  { format, report, withAudit }: LineOptions,
): AsyncGenerator<string> {
  if (format === undefined) return yield* exportItems(context, filter, { withAudit });
  for await (const { body, status } of context.store.items.all(filter)) {
    yield `${JSON.stringify(fromItem(fromBody(body, status), format, report))}\n`;
  }
}

class CountedLines {
  count = 0;
  readonly #lines: AsyncIterable<string>;

  constructor(lines: AsyncIterable<string>) {
    this.#lines = lines;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for await (const line of this.#lines) {
      this.count += 1;
      yield line;
    }
  }
}

interface ExportResult {
  readonly command: ExportCommand;
  readonly count: number;
  readonly report: LossReport;
}

/** Beside the lines when they are the result; the result itself when they went to a file. */
function printSummary({ command, count, report }: ExportResult, io: Io): void {
  const { out, format = 'items' } = command;
  const losses = renderLosses(report, `Not exported, because ${format} has no field for it:`);
  if (losses !== '' && command.json !== true) io.err(`${losses}\n`);
  if (out === undefined) {
    if (count === 0) io.err('No matching items.\n');
    return;
  }
  if (command.json === true)
    io.out(`${JSON.stringify({ file: out, items: count, losses: report.listKinds() }, null, 2)}\n`);
  else io.out(`${countOf(count, 'item') || 'No item'} written to ${toVisibleText(out)}.\n`);
}
