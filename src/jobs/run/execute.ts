import type { Clock } from '../../base/clock.ts';
import { PlayStopped } from '../../base/play-stopped.ts';
import { maxAttempts, maxRetryAfterMs, maxTimeouts, toRetryDelayMs } from '../../base/retry.ts';
import type { Judgment } from '../../conversation/judge/judgment.ts';
import type { CaseError, ReplyEntry, TurnEntry } from '../../conversation/run/run-record.ts';
import type { ConversationEnd, ConversationStart, StoredConversation } from '../../conversation/stored-conversation.ts';
import { isSentConversationId, isSentHistory } from '../../conversation/target-request.ts';
import { isDeciding } from '../../conversation/verdict.ts';
import { toTargetKey } from '../../files/targets/read-targets.ts';
import { toAggregate, toCaseStatus } from '../../grade/aggregate.ts';
import { type CaseGrader, type GradeResult, type GraderKit, listCaseGraders } from '../../grade/case-graders.ts';
import { gradeConversation, gradeReply } from '../../grade/grade-conversation.ts';
import { ConversationLog } from '../../grade/graded-conversation.ts';
import { type JobControl, renderUnreachable, type UnreachableTarget } from '../../job/control.ts';
import type { FindGraderKit } from '../../judges/grader-kits.ts';
import { Attempts } from '../../play/attempts.ts';
import { type PlayEnd, type PlayRestartEnd, playCase } from '../../play/play-case.ts';
import type { PlayLimits, PlayRecorder } from '../../play/playing.ts';
import type { EvalSource } from '../../samples/eval-sources.ts';
import type { RunStore, RunWriter } from '../../store/port.ts';
import type { Target } from '../../target/port.ts';
import type { ConversationTask } from './tasks.ts';

/** Plays a conversation from where it stopped, grades it, and records each step. */
export async function playConversation(task: ConversationTask, context: RunContext): Promise<void> {
  const { writer } = context;
  const { start } = task;
  const number = await begin(task, context);
  const isBegun = task.begun !== undefined;
  // Verdicts of later gradings are not part of the run.
  const before = isBegun ? await context.store.findConversation(writer.run, number, { grading: 0 }) : undefined;
  const attempts = openAttempts(task, context, { number, before });
  const kit = await context.kitOf(task.source, start.target);
  const log = openLog(task, before);
  const grading: Grading = { number, log, attempts, graders: listCaseGraders(task.evalCase), kit, task };
  const end = await playToEnd(grading, context);
  if (end === undefined) return;
  await writer.endConversation(number, end);
  const { turns, entries: replies, verdicts } = grading.log;
  const { recorded: attempt, abandoned } = attempts;
  context.observer.caseEnd?.({
    ...{ number, start, turns, replies, verdicts, end },
    ...(attempt === 0 ? {} : { attempt }),
    ...(abandoned.length === 0 ? {} : { abandoned }),
  });
}

function openLog({ evalCase, start }: ConversationTask, before?: StoredConversation): ConversationLog {
  const { turns = [], replies = [], verdicts = [] } = before ?? {};
  return new ConversationLog(evalCase, start.play, { turns, replies, verdicts, repeat: start.repeat });
}

interface ConversationProgress {
  readonly number: number;
  readonly before: StoredConversation | undefined;
}

function openAttempts(
  { source, evalCase, start, begun }: ConversationTask,
  context: RunContext,
  conversation: ConversationProgress,
) {
  const { number, before } = conversation;
  const target = source.specs.get(start.target);
  const simulator = start.play === 'simulate' ? source.specs.get(evalCase.simulate?.target ?? '') : undefined;
  return new Attempts({
    writer: context.writer,
    number,
    start,
    isKeptByTarget: [target, simulator].some((spec) => spec !== undefined && !isSentHistory(spec)),
    isIdRecorded: target !== undefined && isSentConversationId(target),
    isBegun: begun !== undefined,
    recorded: before?.attempt ?? 0,
    abandoned: before?.abandoned ?? [],
  });
}

interface Grading {
  readonly task: ConversationTask;
  readonly number: number;
  readonly attempts: Attempts;
  /** The log of the current attempt. */
  log: ConversationLog;
  readonly graders: readonly CaseGrader[];
  readonly kit: GraderKit;
}

async function begin({ begun, start }: ConversationTask, { writer }: RunContext): Promise<number> {
  if (begun === undefined) return writer.begin(start);
  if (begun.isEnded) await writer.reopen(begun.number);
  return begun.number;
}

/** How the conversation ended. Undefined: it is continued when you resume the run. */
async function playToEnd(grading: Grading, context: RunContext): Promise<ConversationEnd | undefined> {
  const { control } = context;
  try {
    // First, because a target it needs may already be known to be unreachable.
    if (findUnreachable(grading, context) !== undefined) return toStopped(grading, context);
    await gradeLeft(grading, context);
    if (control.skipReason !== undefined) return toStopped(grading, context);
    const played = await playAttempts(grading, context);
    if (played.end === 'stopped') return toStopped(grading, context);
    if (played.end === 'complete') await gradeWhole(grading, context);
    return toEnd(played, grading);
  } catch (error) {
    // A judge was not asked. What is recorded stays, and the rest is graded when you resume the run.
    if (control.signal.aborted || error instanceof PlayStopped) return toStopped(grading, context);
    throw error;
  }
}

type FinalPlayEnd = Exclude<PlayEnd, PlayRestartEnd>;

/**
 * Plays until an attempt ends. A conversation that lives in its target starts over if it was begun before, and after a
 * failed call that the target may have received. It starts over as often as another target would be retried.
 */
async function playAttempts(grading: Grading, context: RunContext): Promise<FinalPlayEnd> {
  let failures = 0;
  let timeouts = 0;
  for (;;) {
    const played = await play(grading, context);
    if (played.end !== 'restart') return played;
    const { failure } = played;
    if (failure === undefined) {
      await startOver(grading, { reason: 'The run stopped, and the target gets only the last user message.' });
      continue;
    }
    const { error, retryAfterMs = 0, asked } = failure;
    failures += 1;
    if (error.cause === 'timeout') timeouts += 1;
    if (failures >= maxAttempts || timeouts >= maxTimeouts || retryAfterMs > maxRetryAfterMs) {
      return { end: 'error', error: { ...error, attempts: failures }, ...(asked === undefined ? {} : { asked }) };
    }
    const delayMs = toRetryDelayMs({ attempt: failures, retryAfterMs, random: context.random });
    await context.clock.sleep(delayMs, context.control.waiting);
    await startOver(grading, { reason: error.message, error });
  }
}

/** Records the attempt as abandoned. In every-turn play each turn is a conversation of its own, so the log stays. */
async function startOver(grading: Grading, ending: { readonly reason: string; readonly error?: CaseError }) {
  const { attempts, log, task } = grading;
  const { turns, entries, verdicts } = log;
  await attempts.startOver(ending, { turns: [...turns], replies: [...entries], verdicts: [...verdicts] });
  if (task.start.play !== 'every-turn') grading.log = openLog(task);
}

async function play(grading: Grading, context: RunContext): Promise<PlayEnd> {
  const { task, log } = grading;
  const { source, evalCase, start } = task;
  const simulatorId = start.play === 'simulate' ? evalCase.simulate?.target : undefined;
  const simulator = simulatorId === undefined ? undefined : await context.openTarget(source, simulatorId);
  return playCase(start.play, {
    evalCase,
    send: start.send,
    repeat: start.repeat,
    target: await context.openTarget(source, start.target),
    ...(simulator === undefined ? {} : { simulator }),
    files: source.files,
    recorded: { turns: [...log.turns], replies: [...log.entries] },
    recorder: new LogRecorder(grading, context),
    limits: context.limits,
    clock: context.clock,
    signal: context.control.signal,
    waiting: context.control.waiting,
    hasFailed: (replyIndex) => hasFailed(log, replyIndex),
    isStopping: () => context.control.isStopping,
    isRetried: task.begun?.isRetried === true,
    attempt: grading.attempts.current,
  });
}

class LogRecorder implements PlayRecorder {
  readonly #grading: Grading;
  readonly #context: RunContext;

  constructor(grading: Grading, context: RunContext) {
    this.#grading = grading;
    this.#context = context;
  }

  turns(turns: readonly TurnEntry[]): void {
    const { number, log } = this.#grading;
    log.turns.push(...turns);
    // A later write fails if this one fails, so the error is reported there.
    this.#context.writer.recordTurns(number, turns).catch(() => {});
  }

  async reply(entry: ReplyEntry): Promise<{ readonly failed: boolean }> {
    const { number, log, task } = this.#grading;
    const { writer, observer } = this.#context;
    const recorded = writer.recordReply(number, entry);
    // The conversation's end is written after this reply, and reports its error.
    recorded.catch(() => {});
    const reply = log.add(entry);
    observer.reply?.(task.start, entry);
    if (reply !== undefined) await gradeOneReply(this.#grading, this.#context, reply.replyIndex);
    // Only plays that make another call have to wait.
    if (task.start.play !== 'reply') await recorded;
    return { failed: reply !== undefined && hasFailed(log, reply.replyIndex) };
  }
}

async function gradeOneReply(grading: Grading, context: RunContext, index: number): Promise<void> {
  const { log, graders, kit } = grading;
  const reply = log.replies[index];
  if (reply === undefined) return;
  const keep = (found: readonly GradeResult[]) => recordResults(found, grading, context);
  keep(await gradeReply(log, reply, { graders, kit, already: log.verdicts, keep }));
}

async function gradeWhole(grading: Grading, context: RunContext): Promise<void> {
  const { log, graders, kit } = grading;
  const keep = (found: readonly GradeResult[]) => recordResults(found, grading, context);
  keep(await gradeConversation(log, { graders, kit, already: log.verdicts, keep }));
}

/** Grades replies that were recorded but not graded when the run stopped. */
async function gradeLeft(grading: Grading, context: RunContext): Promise<void> {
  for (const { replyIndex } of grading.log.replies) await gradeOneReply(grading, context, replyIndex);
}

function recordResults(results: readonly GradeResult[], { number, log, task }: Grading, context: RunContext): void {
  if (results.length === 0) return;
  const verdicts = results.map(({ verdict }) => verdict);
  const judgments = results.flatMap(({ judgment }) => judgment ?? []);
  log.verdicts.push(...verdicts);
  context.writer.recordVerdicts(number, verdicts, judgments).catch(() => {});
  for (const judgment of judgments) context.observer.judgment?.(task.start, judgment);
}

/** The end of a conversation that a limit or an unreachable target stopped: skipped. Undefined: you can resume it. */
function toStopped(grading: Grading, context: RunContext): ConversationEnd | undefined {
  const { control } = context;
  if (control.isDraining) return undefined;
  const unreachable = findUnreachable(grading, context);
  const reason = control.skipReason ?? (unreachable && renderUnreachable(unreachable));
  return reason === undefined ? undefined : { status: 'skipped', reason };
}

/** A target, simulated user or judge of the conversation that cannot be reached. */
function findUnreachable({ task, graders, kit }: Grading, { control }: RunContext): UnreachableTarget | undefined {
  const { source, evalCase, start } = task;
  return control.findUnreachable(() => {
    const simulator = start.play === 'simulate' ? (evalCase.simulate?.target ?? []) : [];
    const ids = [start.target, simulator, kit.judgesOf?.(graders) ?? []].flat();
    return ids.map((id) => toTargetKey(source, id));
  });
}

function toEnd(played: Exclude<FinalPlayEnd, { end: 'stopped' }>, { log, graders }: Grading): ConversationEnd {
  return {
    status: toCaseStatus(log.verdicts, { hasError: played.end === 'error' }),
    aggregate: toAggregate(log.verdicts, graders),
    ...(played.end === 'error' ? { error: played.error } : {}),
    ...(played.end === 'error' && played.asked !== undefined ? { asked: played.asked } : {}),
    ...(played.simulation === undefined ? {} : { simulation: played.simulation }),
  };
}

function hasFailed(log: ConversationLog, replyIndex: number): boolean {
  const turnIndex = log.replies[replyIndex]?.turnIndex;
  return log.verdicts.some(
    (verdict) => isDeciding(verdict) && verdict.turnIndex === turnIndex && verdict.status === 'graded' && !verdict.pass,
  );
}

/** Called with each step of a run. */
export interface RunObserver {
  reply?(start: ConversationStart, reply: ReplyEntry): void;
  /** A judge was asked about the conversation. */
  judgment?(start: ConversationStart, judgment: Judgment): void;
  /** The conversation ended or was skipped, and is recorded. */
  caseEnd?(conversation: StoredConversation): void;
}

/** What the conversations of a run share. */
export interface RunContext {
  readonly store: Pick<RunStore, 'findConversation'>;
  readonly writer: RunWriter;
  readonly openTarget: (source: EvalSource, id: string) => Promise<Target>;
  /** The graders of a file for the replies of a target. */
  readonly kitOf: FindGraderKit;
  readonly limits: PlayLimits;
  readonly clock: Clock;
  /** A random number from 0 up to 1, for the jitter of retry delays. */
  readonly random: () => number;
  readonly control: JobControl;
  readonly observer: RunObserver;
}
