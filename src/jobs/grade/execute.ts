import type { Clock } from '../../base/clock.ts';
import { hashJson } from '../../base/hash.ts';
import { PlayStopped } from '../../base/play-stopped.ts';
import type { EvalCase } from '../../conversation/case.ts';
import { toPresentTurns } from '../../conversation/known-conversation.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import type { Provenance, Verdict } from '../../conversation/verdict.ts';
import { toTargetKey } from '../../files/targets/read-targets.ts';
import { toAggregate, toCaseStatus } from '../../grade/aggregate.ts';
import type { CaseGrader, GradeResult, GraderKit } from '../../grade/case-graders.ts';
import { gradeConversation, gradeReply } from '../../grade/grade-conversation.ts';
import { ConversationLog } from '../../grade/graded-conversation.ts';
import type { JobControl } from '../../job/control.ts';
import type { FindGraderKit } from '../../judges/grader-kits.ts';
import type { GradedConversation, GradingWriter } from '../../store/port.ts';
import type { GradeTask } from './tasks.ts';

/** Called with each record, once it is durable. */
export interface GradeObserver {
  /** The conversation with its new verdicts, and what was recorded of it. */
  graded?(conversation: StoredConversation, recorded: GradedConversation): void;
}

/** What the conversations of a grading share. */
export interface GradeContext {
  readonly writer: GradingWriter;
  readonly gradersOf: (evalCase: EvalCase) => readonly CaseGrader[];
  /** Ids of the selected graders. Absent: every grader. */
  readonly selected?: ReadonlySet<string>;
  readonly kitOf: FindGraderKit;
  /** Maps the repeat of a conversation to the repeat of the judge's request. Default: the same. */
  readonly repeatOf?: (repeat: number) => number;
  readonly clock: Clock;
  readonly control: JobControl;
  readonly observer: GradeObserver;
}

/** Re-grades a stored conversation, and records the result. Never calls the target under test. */
export async function regradeConversation(task: GradeTask, context: GradeContext): Promise<void> {
  const { source, evalCase, conversation } = task;
  const { writer, gradersOf, selected, repeatOf = (repeat) => repeat, clock, control, observer } = context;
  const kit = await context.kitOf(source, conversation.start.target);
  const graders = gradersOf(evalCase);
  const toKeys = () => kit.judgesOf?.(listSelected(graders, selected)).map((id) => toTargetKey(source, id)) ?? [];
  // If one judge cannot be reached, the conversation is not recorded, so the others are not asked either.
  if (control.findUnreachable(toKeys) !== undefined) return;
  let recorded: GradedConversation;
  try {
    recorded = await gradeStored(conversation, {
      evalCase,
      graders,
      ...(selected === undefined ? {} : { selected }),
      kit,
      repeat: repeatOf(conversation.start.repeat),
      number: writer.number,
      at: new Date(clock.now()).toISOString(),
    });
  } catch (error) {
    // A conversation is recorded as a whole. It is graded again when you resume the grading.
    if (control.signal.aborted || error instanceof PlayStopped) return;
    throw error;
  }
  await writer.record(conversation.number, recorded);
  observer.graded?.(toRegraded(conversation, recorded, selected), recorded);
}

/** How a stored conversation is re-graded. */
export interface Regrading {
  readonly evalCase: EvalCase;
  /** All graders of the case as it is now. */
  readonly graders: readonly CaseGrader[];
  /** Ids of the selected graders. All others keep their verdicts. Absent: every grader. */
  readonly selected?: ReadonlySet<string>;
  readonly kit: GraderKit;
  /**
   * The repeat in the judge's request. Default: that of the conversation. With another repeat the judge answers again,
   * because the cache has no reply.
   */
  readonly repeat?: number;
  /** The number of the grading. */
  readonly number: number;
  /** ISO time, for verdicts without a time of their own. */
  readonly at: string;
}

/**
 * Grades a conversation as it was played. A conversation with an error keeps its error, and the replies before it are
 * graded. Status and aggregate cover the new and the remaining verdicts.
 */
export async function gradeStored(conversation: StoredConversation, regrading: Regrading): Promise<GradedConversation> {
  const { start, replies, end } = conversation;
  const { evalCase, graders, selected, repeat = start.repeat } = regrading;
  const hasError = end?.status === 'error';
  const kept = listKeptVerdicts(conversation.verdicts, selected);
  const turns = toPresentTurns(evalCase, start.play, conversation.turns);
  const log = new ConversationLog(evalCase, start.play, { turns, replies, verdicts: kept, repeat });
  const results = await gradeLog(log, regrading, hasError);
  const verdicts = results.map(({ verdict }) => withProvenance(verdict, regrading)).sort(byTurn);
  const whole = [...kept, ...verdicts];
  return {
    verdicts,
    judgments: results.flatMap(({ judgment }) => judgment ?? []),
    status: toCaseStatus(whole, { hasError }),
    aggregate: toAggregate(whole, graders),
  };
}

/** The order of a run: verdicts on the whole conversation come last. */
function byTurn(one: Verdict, other: Verdict): number {
  if (one.turnIndex === other.turnIndex) return 0;
  return (one.turnIndex ?? Number.POSITIVE_INFINITY) - (other.turnIndex ?? Number.POSITIVE_INFINITY);
}

/** The conversation with its new verdicts. */
export function toRegraded(
  conversation: StoredConversation,
  { verdicts, status, aggregate }: GradedConversation,
  selected?: ReadonlySet<string>,
): StoredConversation {
  const whole = [...listKeptVerdicts(conversation.verdicts, selected), ...verdicts];
  return { ...conversation, verdicts: whole, end: { ...conversation.end, status, aggregate } };
}

/** Whether any verdict of the conversation can change. */
export function isRegraded(
  { verdicts }: StoredConversation,
  graders: readonly CaseGrader[],
  selected: ReadonlySet<string> | undefined,
): boolean {
  if (selected === undefined) return true;
  // If the case no longer has a grader, the verdicts of that grader are removed.
  return graders.some(({ id }) => selected.has(id)) || verdicts.some(({ grader }) => selected.has(grader));
}

/** The selected graders of a case. */
export function listSelected(
  graders: readonly CaseGrader[],
  selected: ReadonlySet<string> | undefined,
): readonly CaseGrader[] {
  return selected === undefined ? graders : graders.filter(({ id }) => selected.has(id));
}

async function gradeLog(
  log: ConversationLog,
  { graders: all, selected, kit }: Regrading,
  hasError: boolean,
): Promise<readonly GradeResult[]> {
  const grading = { graders: listSelected(all, selected), kit, already: log.verdicts };
  if (!hasError) return gradeConversation(log, grading);
  const results: GradeResult[] = [];
  for (const reply of log.replies) results.push(...(await gradeReply(log, reply, grading)));
  return results;
}

function listKeptVerdicts(verdicts: readonly Verdict[], selected: ReadonlySet<string> | undefined): readonly Verdict[] {
  return selected === undefined ? [] : verdicts.filter(({ grader }) => !selected.has(grader));
}

/** Every verdict of a later grading has a provenance, because its file may have changed since the run. */
function withProvenance(verdict: Verdict, { graders, number, at }: Regrading): Verdict {
  const { provenance = toProvenance(verdict, graders, at) } = verdict;
  return { ...verdict, provenance: { ...provenance, grading: number } };
}

function toProvenance({ grader: id }: Verdict, graders: readonly CaseGrader[], at: string): Provenance {
  const grader = graders.find((one) => one.id === id);
  return { at, kind: grader?.kind ?? 'none', hash: hashJson(grader?.spec ?? null) };
}
