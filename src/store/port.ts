import type { JudgeCosts, Judgment } from '../conversation/judge/judgment.ts';
import type { RunEvent } from '../conversation/run/run-event.ts';
import type { Aggregate, ConversationName, ReplyEntry, RunCounts, TurnEntry } from '../conversation/run/run-record.ts';
import type { GradingRecord, GradingSpec, RunSpec } from '../conversation/run/run-spec.ts';
import type {
  AttemptStart,
  ConversationEnd,
  ConversationStart,
  StoredConversation,
} from '../conversation/stored-conversation.ts';
import type { CaseStatus, Verdict } from '../conversation/verdict.ts';
import type { ArchiveStore } from './archive-port.ts';
import type { CalibrationStore } from './calibration-port.ts';
import type { CurationStore } from './curation-port.ts';
import type { IsExpired, Lease, LeaseOwner } from './leases/lease-expiry.ts';

export type { ReplyEntry, TurnEntry } from '../conversation/run/run-record.ts';
export type { IsExpired, Lease, LeaseOwner } from './leases/lease-expiry.ts';

/**
 * `running`: a process owns it, or died while it did. `completed`: every conversation was played. `stopped`: the user, a
 * limit or an unreachable target stopped it before that.
 */
export type RunState = 'running' | 'completed' | 'stopped';

export interface RunRecord extends Lease {
  /** Sorts by time. */
  readonly id: string;
  readonly state: RunState;
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly spec: RunSpec;
  /** The conversations as they were played. */
  readonly counts: RunCounts;
  /** The grading that counts now, when that is a later one: the last that ended since the run was played. */
  readonly grading?: GradingRecord;
}

/** What is needed to know whether a conversation is still to be played. */
export interface ConversationMark {
  readonly number: number;
  /** Id of the case. */
  readonly id: string;
  readonly file: number;
  readonly position: number;
  readonly target: string;
  readonly send: ConversationName['send'];
  readonly play: ConversationName['play'];
  readonly repeat: number;
  /** Absent: begun and not ended. */
  readonly status?: CaseStatus;
}

/**
 * Writes the records of one run. Calls are queued in order and committed in groups; a promise resolves when its
 * record is durable, and rejects when it could not be written. What is queued later is never durable before what was
 * queued earlier: once a write failed, every later one fails with the same error, so there is never a gap. Writing a
 * record again changes nothing.
 */
export interface RunWriter {
  readonly run: string;
  /** Begins a conversation and gives its number. Durable with the next record. */
  begin(start: ConversationStart): number;
  recordTurns(conversation: number, turns: readonly TurnEntry[]): Promise<void>;
  recordReply(conversation: number, reply: ReplyEntry): Promise<void>;
  /** `judgments`: the calls behind those verdicts that a judge gave. */
  recordVerdicts(conversation: number, verdicts: readonly Verdict[], judgments?: readonly Judgment[]): Promise<void>;
  endConversation(conversation: number, end: ConversationEnd): Promise<void>;
  /** Takes the end of a conversation back, so that it can continue: a retry. Its turns, replies and verdicts of replies stay; verdicts on the whole conversation go. */
  reopen(conversation: number): Promise<void>;
  /**
   * Records that an attempt at the conversation starts, before its first call. The attempt before is kept, apart from the
   * conversation, whose records start over.
   */
  startAttempt(conversation: number, start: AttemptStart): Promise<void>;
  /** The files or targets of the run changed, and the user resumes it anyway. */
  replaceSpec(spec: RunSpec): Promise<void>;
  /** Extends the lease. Throws `STORE_RUN_HELD` when another process took the run over. */
  heartbeat(): Promise<void>;
  /** Waits for everything queued, sets the state, releases the run. */
  close(state: Exclude<RunState, 'running'>): Promise<void>;
}

/** What a later grading found in one conversation. */
export interface GradedConversation {
  readonly verdicts: readonly Verdict[];
  readonly judgments: readonly Judgment[];
  readonly status: CaseStatus;
  readonly aggregate: Aggregate;
}

/** A later grading, and the process that grades now, or died while it did. */
export interface StoredGrading extends GradingRecord, Lease {}

/**
 * Adds the verdicts of a later grading to those there are. Needs no lease on the run, but one on the grading:
 * every grading has its own number and owner. Fails with `RUN_UNKNOWN` once the run is removed, and with
 * `STORE_RUN_HELD` once another process took the grading over.
 */
export interface GradingWriter {
  readonly number: number;
  /** Conversations that this grading graded before it was resumed. */
  readonly graded: ReadonlySet<number>;
  /** Durable, all of it together, when the promise resolves. Writing a conversation again changes nothing. */
  record(conversation: number, graded: GradedConversation): Promise<void>;
  /** Extends the lease. */
  heartbeat(): Promise<void>;
  /** Waits for everything queued, releases the grading; `completed`: from now on it counts. */
  close(state: 'completed' | 'stopped'): Promise<void>;
}

/** Which verdicts are read: those of this grading. Default: those that count now. 0: as played. */
export interface GradingChoice {
  readonly grading?: number;
}

export interface RunListOptions {
  readonly limit?: number;
  /** Only runs whose id sorts before this one. */
  readonly before?: string;
  /** Called with each run that is damaged. It is left out of the list. */
  readonly onUnreadable?: (id: string) => void;
}

export interface RunStore {
  /** Creates a run and owns it. Writes the event `run-start`. */
  create(run: { readonly id: string; readonly spec: RunSpec; readonly owner: LeaseOwner }): Promise<RunWriter>;
  /**
   * Takes the lease of a run that exists. Throws a Fault `STORE_RUN_HELD` that names the owner, if its lease did not
   * expire.
   */
  claim(id: string, owner: LeaseOwner, isExpired: IsExpired): Promise<RunWriter>;
  find(id: string): Promise<RunRecord | undefined>;
  /** Also true of a run that is damaged, which `find` throws for. It can be removed. */
  has(id: string): Promise<boolean>;
  /** Newest first. */
  list(options?: RunListOptions): Promise<readonly RunRecord[]>;
  /**
   * Every conversation of the run by number, without its messages; `after`: only those with a higher one. Not held in
   * memory as a whole. The status is that of the play, since who asks mostly wants to play on; of a later grading only
   * when that is named.
   */
  marks(id: string, options?: { readonly after?: number } & GradingChoice): AsyncIterable<ConversationMark>;
  /**
   * Conversations in the order in which they were begun; `caseId`: only those of this case. Verdicts, status and aggregate
   * are those of the grading; a conversation that it did not grade shows those of its base, or as played. A grading
   * that is not there is a Fault `RUN_BAD_GRADING`, here and wherever one is named.
   */
  conversations(id: string, options?: { readonly caseId?: string } & GradingChoice): AsyncIterable<StoredConversation>;
  /** One conversation by its number. */
  findConversation(id: string, conversation: number, options?: GradingChoice): Promise<StoredConversation | undefined>;
  /** The judges' requests and replies behind the verdicts that are read, in the order of the turns. */
  judgments(id: string, conversation: number, options?: GradingChoice): Promise<readonly Judgment[]>;
  /**
   * What judges cost, by column, of the verdicts that are read and the conversations that are at their end. A column
   * that no judge was called for is left out.
   */
  judgeCosts(id: string, options?: GradingChoice): Promise<readonly JudgeCosts[]>;
  /** The later gradings of a run by number, including those that were stopped. */
  gradings(id: string): Promise<readonly StoredGrading[]>;
  /**
   * The stopped grading of equal spec that `grade` would resume: the last one, if no reply is newer than it. Throws
   * `STORE_RUN_HELD` while a living process owns it.
   */
  findOpenGrading(id: string, spec: GradingSpec, isExpired: IsExpired): Promise<StoredGrading | undefined>;
  /**
   * Begins a later grading and owns it, or resumes the one that `findOpenGrading` finds. Throws `STORE_RUN_HELD` while a
   * living process owns the run, or that grading.
   */
  grade(
    id: string,
    grading: { readonly spec: GradingSpec; readonly owner: LeaseOwner },
    isExpired: IsExpired,
  ): Promise<GradingWriter>;
  /** Events after `since`, in order, as far as they are recorded now. `run-end` comes when the run is released. */
  events(id: string, since: number, limit: number): Promise<readonly RunEvent[]>;
  /** Removes a run and everything only it pointed at. False when there is none. Throws `STORE_RUN_HELD` while a living process plays or grades it. */
  remove(id: string, isExpired: IsExpired): Promise<boolean>;
}

/** Replies of models, by a hash of everything that was asked. */
export interface CacheStore {
  find(key: string): Promise<unknown>;
  save(key: string, reply: unknown): Promise<void>;
  /** Removes entries last used before this time (ISO), or all; returns how many. */
  prune(before?: string): Promise<{ readonly entries: number; readonly bytes: number }>;
}

/**
 * Everything that is kept. One suite (`test/contract/store`) runs against every engine.
 * An engine that cannot write says so with a Fault: `STORE_LOCKED`, `STORE_FULL`, `STORE_UNREADABLE`, `STORE_NEWER`,
 * `STORE_REPLACED`.
 */
export interface Store {
  readonly runs: RunStore;
  readonly calibrations: CalibrationStore;
  readonly cache: CacheStore;
  readonly curation: CurationStore;
  readonly archive: ArchiveStore;
  /** Gives back the room of what was removed. */
  compact(): Promise<void>;
  close(): Promise<void>;
}
