import { systemClock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { compareStoredRuns } from '../../compare/compare-stored-runs.ts';
import { withTranscripts } from '../../compare/flipped-transcripts.ts';
import type { ComparedRun, FlippedSide, RunComparison } from '../../compare/run-comparison.ts';
import type { RunSpec } from '../../conversation/run/run-spec.ts';
import { renderComparison } from '../../report/compare/render-comparison.ts';
import { renderComparisonMarkdown } from '../../report/compare/render-comparison-markdown.ts';
import { nameFlip, shownFlips } from '../../report/compare/render-flips.ts';
import type { Palette } from '../../report/palette.ts';
import { renderConversation } from '../../report/render-conversation.ts';
import type { RunStore } from '../../store/port.ts';
import { getStore } from '../../wiring/open-store.ts';
import { describeRecordedSend } from '../../wiring/raw-request.ts';
import { type ExitCode, findOutWidth, type Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { checkOutputs, checkReadFiles } from '../report/check-outputs.ts';
import { toPieces, writeReportFile } from '../report/report-file.ts';
import { renderStoreOption } from '../run/next-commands.ts';

/** The options of `turnwise compare`, as the command line gives them. */
export interface CompareCommand {
  readonly a: string;
  readonly b: string;
  readonly json?: boolean;
  readonly markdown?: string;
  readonly limit?: number;
  readonly transcripts?: boolean;
  readonly verbose?: boolean;
  readonly seed?: number;
  readonly failOnRegression?: boolean;
  readonly db?: string;
}

/** Compares run B with run A: what changed, and whether to believe it. */
export async function compare(command: CompareCommand, io: Io): Promise<ExitCode> {
  const { a, b, seed, markdown } = command;
  const place = { path: command.db, cwd: io.cwd };
  const storeOption = renderStoreOption({ files: [], ...definedOnly({ db: command.db }) }, io.cwd);
  const outputs = definedOnly({ markdown });
  checkOutputs(outputs, place);
  const store = await getStore({ ...place, clock: io.clock ?? systemClock });
  try {
    const comparison = await compareStoredRuns(store.runs, { a, b }, { ...definedOnly({ seed }), storeOption });
    checkReadFiles(outputs, { specs: await listSpecs(comparison, store.runs) }, place);
    await print({ comparison, runs: store.runs, command, storeOption, io });
    return command.failOnRegression === true && comparison.isRegression ? 1 : 0;
  } finally {
    await store.close();
  }
}

async function listSpecs({ runs: { a, b } }: RunComparison, store: RunStore): Promise<readonly RunSpec[]> {
  const records = await Promise.all([store.find(a.run), store.find(b.run)]);
  return records.flatMap((record) => record?.spec ?? []);
}

interface Printing {
  readonly comparison: RunComparison;
  readonly runs: RunStore;
  readonly command: CompareCommand;
  readonly storeOption: string;
  readonly io: Io;
}

async function print({ comparison, runs, command, storeOption, io }: Printing): Promise<void> {
  const { limit = shownFlips, markdown } = command;
  if (markdown !== undefined) {
    await writeReportFile(markdown, toPieces(renderComparisonMarkdown(comparison, { limit })), io);
  }
  if (command.json === true) {
    io.out(`${JSON.stringify(await withTranscripts(comparison, runs), null, 2)}\n`);
    return;
  }
  const palette = toPalette(io.color.out);
  const verbose = command.verbose === true;
  io.out(
    renderComparison(comparison, {
      ...{ palette, width: findOutWidth(io), storeOption, verbose },
      ...definedOnly({ limit: command.limit }),
    }),
  );
  if (command.transcripts === true) await printTranscripts(comparison, runs, { limit, palette, io });
}

interface TranscriptStyle {
  /** Most pairs. */
  readonly limit: number;
  readonly palette: Palette;
  readonly io: Io;
}

/** Both conversations of each pair that flipped, one after the other. One pair stands in memory at a time. */
async function printTranscripts(
  { flipped, runs: { a, b } }: RunComparison,
  runs: Pick<RunStore, 'find' | 'findConversation'>,
  { limit, palette, io }: TranscriptStyle,
): Promise<void> {
  for (const pair of flipped.slice(0, limit)) {
    io.out(`\n${palette.dim('─'.repeat(40))}\n${palette.bold(nameFlip(pair))}: ${pair.a.status} → ${pair.b.status}\n`);
    io.out(`\n${palette.bold('A')}  ${await renderSide(pair.a, a, { runs, palette })}`);
    io.out(`\n${palette.bold('B')}  ${await renderSide(pair.b, b, { runs, palette })}`);
  }
}

async function renderSide(
  { conversation }: FlippedSide,
  { run, grading = 0 }: ComparedRun,
  { runs, palette }: { readonly runs: Pick<RunStore, 'find' | 'findConversation'>; readonly palette: Palette },
): Promise<string> {
  const found = await runs.findConversation(run, conversation, { grading });
  const record = await runs.find(run);
  if (found === undefined || record === undefined) return 'It was removed from the database.\n';
  return renderConversation(found, palette, describeRecordedSend(record.spec, found.start));
}
