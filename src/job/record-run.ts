import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import type { RunSpec } from '../conversation/run/run-spec.ts';
import type { StoredConversation } from '../conversation/stored-conversation.ts';
import type { IsExpired, RunRecord, RunStore } from '../store/port.ts';
import { JobControl } from './control.ts';
import { toJobId } from './job-id.ts';
import { startHeartbeat, toLeaseOwner } from './lease.ts';

interface RecordedRun {
  readonly spec: RunSpec;
  readonly conversations: readonly Omit<StoredConversation, 'number'>[];
}

interface RecordTools {
  readonly clock: Clock;
  readonly isExpired: IsExpired;
}

interface Recording {
  readonly id: string;
  readonly isNew: boolean;
}

/** The last recording in each database. Two files with the same content can be uploaded at the same time. */
const lastRecordings = new WeakMap<RunStore, Promise<unknown>>();

/**
 * Records a run that another program played, as the owner of its lease, and returns its id. A file with the same
 * content is recorded once: `isNew` is false for the second. If recording stops halfway, the run is recorded again.
 */
export function recordImportedRun(runs: RunStore, run: RecordedRun, tools: RecordTools): Promise<Recording> {
  const recording = (lastRecordings.get(runs) ?? Promise.resolve()).then(() => recordOnce(runs, run, tools));
  lastRecordings.set(
    runs,
    recording.catch(() => {}),
  );
  return recording;
}

async function recordOnce(runs: RunStore, run: RecordedRun, { clock, isExpired }: RecordTools): Promise<Recording> {
  const known = await findImportedRun(runs, run.spec);
  if (known?.state === 'completed') return { id: known.id, isNew: false };
  if (known !== undefined) await runs.remove(known.id, isExpired);
  const [newest] = await runs.list({ limit: 1 });
  const id = toJobId(clock, newest?.id);
  const writer = await runs.create({ id, spec: run.spec, owner: toLeaseOwner(clock) });
  const heartbeat = startHeartbeat(writer, new JobControl());
  let isComplete = false;
  try {
    for (const conversation of run.conversations) {
      const { start, turns, replies, verdicts, end } = conversation;
      const number = writer.begin(start);
      // A later write fails if one of these fails, so the error is reported there.
      writer.recordTurns(number, turns).catch(() => {});
      for (const reply of replies) writer.recordReply(number, reply).catch(() => {});
      writer.recordVerdicts(number, verdicts).catch(() => {});
      if (end !== undefined) await writer.endConversation(number, end);
    }
    isComplete = true;
  } finally {
    heartbeat.stop();
    await writer.close(isComplete ? 'completed' : 'stopped');
  }
  heartbeat.assertOwned();
  return { id, isNew: true };
}

const pageSize = 200;

/** The run that was imported from a file with the same content. */
export async function findImportedRun(
  runs: Pick<RunStore, 'list'>,
  { imported }: RunSpec,
): Promise<RunRecord | undefined> {
  let before: string | undefined;
  for (;;) {
    const page = await runs.list({ limit: pageSize, ...(before === undefined ? {} : { before }) });
    const found = page.find(({ spec }) => imported !== undefined && spec.imported?.hash === imported.hash);
    if (found !== undefined || page.length < pageSize) return found;
    before = page.at(-1)?.id;
  }
}

/** An imported run has no eval file, so it cannot be played on or graded again. */
export function assertPlayedHere({ id, spec: { imported } }: Pick<RunRecord, 'id' | 'spec'>, what: string): void {
  if (imported === undefined) return;
  const message = `Run ${id} was imported from ${imported.from}, so ${what}.`;
  const hint = `To judge its conversations, import them: turnwise import run:${id} --dataset <name> --status pass,fail`;
  throw new Fault({ code: 'RUN_IMPORTED', message, hint });
}
