import { systemClock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { compareStoredRuns } from '../../compare/compare-stored-runs.ts';
import { withTranscripts } from '../../compare/flipped-transcripts.ts';
import type { RunComparison } from '../../compare/run-comparison.ts';
import type { RunSpec } from '../../conversation/run/run-spec.ts';
import { renderComparison } from '../../report/compare/render-comparison.ts';
import { renderComparisonMarkdown } from '../../report/compare/render-comparison-markdown.ts';
import { shownFlips } from '../../report/compare/render-flips.ts';
import type { RunStore } from '../../store/port.ts';
import { getStore } from '../../wiring/open-store.ts';
import type { CompareCommand } from '../compare/compare-command.ts';
import { printTranscripts } from '../compare/print-transcripts.ts';
import { type ExitCode, findOutWidth, type Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { checkOutputs, checkReadFiles } from '../report/check-outputs.ts';
import { toPieces, writeReportFile } from '../report/report-file.ts';
import { renderStoreOption } from '../run/next-commands.ts';

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
