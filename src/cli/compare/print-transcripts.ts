import type { ComparedRun, FlippedSide, RunComparison } from '../../compare/run-comparison.ts';
import { nameFlip } from '../../report/compare/render-flips.ts';
import type { Palette } from '../../report/palette.ts';
import { renderConversation } from '../../report/render-conversation.ts';
import type { RunStore } from '../../store/port.ts';
import { describeRecordedSend } from '../../wiring/raw-request.ts';
import type { Io } from '../io.ts';

interface TranscriptStyle {
  /** Most pairs. */
  readonly limit: number;
  readonly palette: Palette;
  readonly io: Io;
}

/** Both conversations of each pair that flipped, one after the other. One pair is in memory at a time. */
export async function printTranscripts(
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
