import type { Message } from '../conversation/message.ts';
import type { StoredConversation } from '../conversation/stored-conversation.ts';
import type { RunStore } from '../store/port.ts';
import type { ComparedRun, FlippedSide, RunComparison } from './run-comparison.ts';

/** Adds to every pair that flipped what was said in both runs, and the verdicts on it. */
export async function withTranscripts(
  comparison: RunComparison,
  runs: Pick<RunStore, 'findConversation'>,
): Promise<RunComparison> {
  const { a, b } = comparison.runs;
  const flipped: RunComparison['flipped'][number][] = [];
  for (const pair of comparison.flipped) {
    flipped.push({ ...pair, a: await addTranscript(pair.a, a, runs), b: await addTranscript(pair.b, b, runs) });
  }
  return { ...comparison, flipped };
}

async function addTranscript(
  side: FlippedSide,
  { run, grading = 0 }: ComparedRun,
  runs: Pick<RunStore, 'findConversation'>,
): Promise<FlippedSide> {
  const found = await runs.findConversation(run, side.conversation, { grading });
  return found === undefined ? side : { ...side, messages: listMessages(found), verdicts: found.verdicts };
}

/** In order. If a reply and its reference are at one place, the reply. */
function listMessages({ turns, replies }: StoredConversation): readonly Message[] {
  const places = new Map([...turns, ...replies].map(({ turnIndex, played }) => [turnIndex, played.message]));
  return [...places].toSorted(([one], [other]) => one - other).map(([, message]) => message);
}
