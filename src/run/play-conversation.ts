import type { ReplyEntry, TurnEntry } from '../conversation/played.ts';
import type { Verdict } from '../conversation/verdict.ts';
import { type CaseGrader, listCaseGraders } from '../grade/case-graders.ts';
import { toCaseStatus } from '../grade/case-status.ts';
import { toFolds } from '../grade/fold.ts';
import { gradeConversation, gradeReply } from '../grade/grade-conversation.ts';
import { type PlayEnd, playCase } from '../play/play-case.ts';
import type { PlayRecorder } from '../play/playing.ts';
import type { ConversationEnd } from '../store/port.ts';
import { ConversationLog } from './conversation-log.ts';
import type { ConversationTask, RunContext } from './run-context.ts';

/** Plays a conversation from where it was left, grades it, and records each step as it ends. */
export async function playConversation(task: ConversationTask, context: RunContext): Promise<void> {
  const { writer, control } = context;
  const number = await begin(task, context);
  const before = task.begun === undefined ? undefined : await context.store.findConversation(writer.run, number);
  const { turns = [], replies = [], verdicts = [] } = before ?? {};
  const log = new ConversationLog(task.evalCase, task.start.play, { turns, replies, verdicts });
  const grading = { number, log, graders: listCaseGraders(task.evalCase) };
  await gradeLeft(grading, context);
  const played = control.skipReason === undefined ? await play(task, grading, context) : stopped;
  const end = await toEnd(played, grading, context);
  if (end === undefined) return;
  await writer.endConversation(number, end);
  const { turns: said, entries, verdicts: given } = log;
  context.observer.caseEnd?.({ number, start: task.start, turns: said, replies: entries, verdicts: given, end });
}

const stopped: PlayEnd = { end: 'stopped' };

interface Grading {
  readonly number: number;
  readonly log: ConversationLog;
  readonly graders: readonly CaseGrader[];
}

async function begin({ begun, start }: ConversationTask, { writer }: RunContext): Promise<number> {
  if (begun === undefined) return writer.begin(start);
  if (begun.isEnded) await writer.reopen(begun.number);
  return begun.number;
}

async function play(task: ConversationTask, grading: Grading, context: RunContext): Promise<PlayEnd> {
  const { source, evalCase, start } = task;
  const { log } = grading;
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
    recorder: new LogRecorder(task, grading, context),
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
  readonly #task: ConversationTask;
  readonly #grading: Grading;
  readonly #context: RunContext;

  constructor(task: ConversationTask, grading: Grading, context: RunContext) {
    this.#task = task;
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
    const { number, log } = this.#grading;
    const { writer, observer } = this.#context;
    const recorded = writer.recordReply(number, entry);
    const reply = log.add(entry);
    observer.reply?.(this.#task.start, entry);
    if (reply !== undefined) await gradeOneReply(this.#grading, this.#context, reply.replyIndex);
    // The end of the conversation is recorded behind this reply, and waited for; only another call has to wait here.
    if (this.#task.start.play === 'reply') recorded.catch(() => {});
    else await recorded;
    return { failed: reply !== undefined && hasFailed(log, reply.replyIndex) };
  }
}

async function gradeOneReply({ number, log, graders }: Grading, context: RunContext, index: number): Promise<void> {
  const reply = log.replies[index];
  if (reply === undefined) return;
  const verdicts = await gradeReply(log, reply, { graders, kit: context.kit, already: log.verdicts });
  recordVerdicts(number, log, { verdicts, context });
}

/** Replies that were recorded and not yet graded when the run stopped. */
async function gradeLeft(grading: Grading, context: RunContext): Promise<void> {
  for (const { replyIndex } of grading.log.replies) await gradeOneReply(grading, context, replyIndex);
}

function recordVerdicts(
  number: number,
  log: ConversationLog,
  { verdicts, context }: { readonly verdicts: readonly Verdict[]; readonly context: RunContext },
): void {
  if (verdicts.length === 0) return;
  log.verdicts.push(...verdicts);
  context.writer.recordVerdicts(number, verdicts).catch(() => {});
}

/** How the conversation ended; undefined when it goes on in a later run. */
async function toEnd(played: PlayEnd, grading: Grading, context: RunContext): Promise<ConversationEnd | undefined> {
  const { number, log, graders } = grading;
  if (played.end === 'stopped') {
    const reason = context.control.isDraining ? undefined : context.control.skipReason;
    return reason === undefined ? undefined : { status: 'skipped', reason };
  }
  if (played.end === 'complete') {
    const verdicts = await gradeConversation(log, { graders, kit: context.kit, already: log.verdicts });
    recordVerdicts(number, log, { verdicts, context });
  }
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
