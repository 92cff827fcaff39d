import type { ReplyEntry, TurnEntry } from '../conversation/played.ts';
import { type CaseGrader, listCaseGraders } from '../grade/case-graders.ts';
import { toCaseStatus } from '../grade/case-status.ts';
import { toFolds } from '../grade/fold.ts';
import { gradeConversation, gradeReply } from '../grade/grade-conversation.ts';
import type { GradeResult, GraderKit } from '../grade/grader.ts';
import { type PlayEnd, playCase } from '../play/play-case.ts';
import { type PlayRecorder, PlayStopped } from '../play/playing.ts';
import type { ConversationEnd } from '../store/port.ts';
import { toTargetKey } from './breaking.ts';
import { ConversationLog } from './conversation-log.ts';
import type { ConversationTask, RunContext } from './run-context.ts';
import type { UnreachableTarget } from './run-control.ts';

/** Plays a conversation from where it was left, grades it, and records each step as it ends. */
export async function playConversation(task: ConversationTask, context: RunContext): Promise<void> {
  const { writer } = context;
  const { start } = task;
  const number = await begin(task, context);
  const isBegun = task.begun !== undefined;
  // What a later grading said is no part of the play.
  const before = isBegun ? await context.store.findConversation(writer.run, number, { grading: 0 }) : undefined;
  const { turns = [], replies = [], verdicts = [] } = before ?? {};
  const log = new ConversationLog(task.evalCase, start.play, { turns, replies, verdicts, repeat: start.repeat });
  const kit = await context.kitOf(task.source);
  const grading = { number, log, graders: listCaseGraders(task.evalCase), kit, task };
  const end = await playToEnd(grading, context);
  if (end === undefined) return;
  await writer.endConversation(number, end);
  const { turns: said, entries, verdicts: given } = log;
  context.observer.caseEnd?.({ number, start, turns: said, replies: entries, verdicts: given, end });
}

interface Grading {
  readonly task: ConversationTask;
  readonly number: number;
  readonly log: ConversationLog;
  readonly graders: readonly CaseGrader[];
  readonly kit: GraderKit;
}

async function begin({ begun, start }: ConversationTask, { writer }: RunContext): Promise<number> {
  if (begun === undefined) return writer.begin(start);
  if (begun.isEnded) await writer.reopen(begun.number);
  return begun.number;
}

/** How the conversation ended; undefined when it goes on in a later run. */
async function playToEnd(grading: Grading, context: RunContext): Promise<ConversationEnd | undefined> {
  const { control } = context;
  try {
    // First of all: what it needs may be known to be out of reach.
    if (findUnreachable(grading, context) !== undefined) return toStopped(grading, context);
    await gradeLeft(grading, context);
    if (control.skipReason !== undefined) return toStopped(grading, context);
    const played = await play(grading, context);
    if (played.end === 'stopped') return toStopped(grading, context);
    if (played.end === 'complete') await gradeWhole(grading, context);
    return toEnd(played, grading);
  } catch (error) {
    // A judge was not asked any more. What is recorded stays; the rest is graded when the run goes on.
    if (control.signal.aborted || error instanceof PlayStopped) return toStopped(grading, context);
    throw error;
  }
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
    isRetried: task.begun?.isEnded === true,
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
    // Whoever waits for a later record waits for this one, too, and is told when it fails.
    this.#context.writer.recordTurns(number, turns).catch(() => {});
  }

  async reply(entry: ReplyEntry): Promise<{ readonly failed: boolean }> {
    const { number, log, task } = this.#grading;
    const { writer, observer } = this.#context;
    const recorded = writer.recordReply(number, entry);
    // The end of the conversation is recorded behind this reply, and waited for.
    recorded.catch(() => {});
    const reply = log.add(entry);
    observer.reply?.(task.start, entry);
    if (reply !== undefined) await gradeOneReply(this.#grading, this.#context, reply.replyIndex);
    // Only another call has to wait here.
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

/** Replies that were recorded and not yet graded when the run stopped. */
async function gradeLeft(grading: Grading, context: RunContext): Promise<void> {
  for (const { replyIndex } of grading.log.replies) await gradeOneReply(grading, context, replyIndex);
}

function recordResults(results: readonly GradeResult[], { number, log, task }: Grading, context: RunContext): void {
  if (results.length === 0) return;
  const verdicts = results.map(({ verdict }) => verdict);
  const judgements = results.flatMap(({ judgement }) => judgement ?? []);
  log.verdicts.push(...verdicts);
  context.writer.recordVerdicts(number, verdicts, judgements).catch(() => {});
  for (const judgement of judgements) context.observer.judgement?.(task.start, judgement);
}

/** Skipped where a limit or a target out of reach is the reason; undefined: it goes on in a later run. */
function toStopped(grading: Grading, context: RunContext): ConversationEnd | undefined {
  const { control } = context;
  if (control.isDraining) return undefined;
  const unreachable = findUnreachable(grading, context);
  const reason = control.skipReason ?? (unreachable && `${unreachable.id} could not be reached`);
  return reason === undefined ? undefined : { status: 'skipped', reason };
}

/** A target, simulated user or judge of the conversation that was given up. */
function findUnreachable({ task, graders, kit }: Grading, { control }: RunContext): UnreachableTarget | undefined {
  const { source, evalCase, start } = task;
  return control.findUnreachable(() => {
    const simulator = start.play === 'simulate' ? (evalCase.simulate?.target ?? []) : [];
    const ids = [start.target, simulator, kit.judgesOf?.(graders) ?? []].flat();
    return ids.map((id) => toTargetKey(source, id));
  });
}

function toEnd(played: Exclude<PlayEnd, { end: 'stopped' }>, { log, graders }: Grading): ConversationEnd {
  return {
    status: toCaseStatus(log.verdicts, { hasError: played.end === 'error' }),
    folds: toFolds(log.verdicts, graders),
    ...(played.end === 'error' ? { error: played.error } : {}),
    ...(played.end === 'error' && played.asked !== undefined ? { asked: played.asked } : {}),
    ...(played.simulation === undefined ? {} : { simulation: played.simulation }),
  };
}

function hasFailed(log: ConversationLog, replyIndex: number): boolean {
  const turnIndex = log.replies[replyIndex]?.turnIndex;
  return log.verdicts.some(
    (verdict) => verdict.turnIndex === turnIndex && verdict.status === 'graded' && !verdict.pass,
  );
}
