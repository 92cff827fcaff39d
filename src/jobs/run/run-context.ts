import type { Clock } from '../../base/clock.ts';
import type { EvalCase } from '../../conversation/case.ts';
import type { Judgment } from '../../conversation/judge/judgment.ts';
import type { ReplyEntry } from '../../conversation/run/run-record.ts';
import type { ConversationStart, StoredConversation } from '../../conversation/stored-conversation.ts';
import type { TargetChoice } from '../../files/eval/list-target-ids.ts';
import type { GraderKit } from '../../grade/grader.ts';
import type { JobControl } from '../../job/control.ts';
import type { PlayLimits } from '../../play/playing.ts';
import type { EvalSource } from '../../samples/eval-sources.ts';
import type { RunStore, RunWriter } from '../../store/port.ts';
import type { Target } from '../../target/port.ts';

/** Told of what is recorded, while it is recorded. */
export interface RunObserver {
  reply?(start: ConversationStart, reply: ReplyEntry): void;
  /** A judge was asked about the conversation. */
  judgment?(start: ConversationStart, judgment: Judgment): void;
  /** The conversation is durable, ended, and will not be touched again by this process. */
  caseEnd?(conversation: StoredConversation): void;
}

/** What every conversation of a run shares. */
export interface RunContext {
  readonly sources: readonly EvalSource[];
  readonly choice: TargetChoice;
  readonly repeat: number;
  readonly store: Pick<RunStore, 'findConversation'>;
  readonly writer: RunWriter;
  readonly openTarget: (source: EvalSource, id: string) => Promise<Target>;
  /** What grades the cases of a file. */
  readonly kitOf: (source: EvalSource) => Promise<GraderKit>;
  readonly limits: PlayLimits;
  readonly clock: Clock;
  /** From 0 up to 1, for the jitter of waits. */
  readonly random: () => number;
  readonly control: JobControl;
  readonly observer: RunObserver;
}

/** One conversation to play: a case in one column, once. */
export interface ConversationTask {
  readonly source: EvalSource;
  readonly evalCase: EvalCase;
  readonly start: ConversationStart;
  /** Its number, when it was begun before. `isEnded`: it has to be taken back first. `isRetried`: it ended in error. */
  readonly begun?: { readonly number: number; readonly isEnded: boolean; readonly isRetried?: boolean };
}
