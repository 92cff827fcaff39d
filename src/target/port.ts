import type { Message, ToolCall } from '../conversation/message.ts';
import type { CallRecord, ErrorCause } from '../conversation/run/run-record.ts';
import type { Send } from '../conversation/target-spec.ts';
import type { ImageData } from '../format/attachment.ts';
import type { ChatMessage } from '../format/chat.ts';

/** A file that a message of the conversation attaches. */
export interface AttachedFile {
  readonly path: string;
  /** It goes to `guidelines`, not into the question. */
  readonly guideline: boolean;
}

/**
 * What a target is asked: the conversation so far, in every form an adapter may want. `question`, `messages` and
 * `files` may be computed on first use, so an adapter should read only what it sends.
 */
export interface TargetRequest {
  /** Which form a model gets. Commands and http services get what their own keys say. */
  readonly send: Send;
  /** The one formatted text. */
  readonly question: string;
  /** Sent as system text; empty when there are none. */
  readonly guidelines: string;
  /** The array of chat messages; guidelines and leading system text are its first message. */
  readonly messages: readonly ChatMessage[];
  readonly files: readonly AttachedFile[];
  /** Absolute paths of `files`, each file once. Absent: only the paths in `files` are known. */
  readonly filePaths?: readonly string[];
  /** Which reply of the conversation this will be, from 0. */
  readonly replyIndex: number;
  /** Which repeat of the case this is, from 0. Part of the cache key. */
  readonly repeat: number;
  readonly caseId: string;
  /** Absent for a call outside of a run. */
  readonly runId?: string;
  /**
   * Names the conversation for targets that keep it themselves: unique per run, case, variant, repeat and attempt, in
   * every-turn play per turn. Absent for a call outside of a conversation, such as a judge's.
   */
  readonly conversationId?: string;
  /** Bytes of an image part; throws a Fault when they cannot be read. Web addresses are never fetched. */
  readonly readImage?: (written: string) => ImageData;
  /** Asks for JSON of this schema, where the provider can enforce it. */
  readonly replySchema?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
}

/** What came back. At least a text that is not blank, or a tool call: an adapter throws `empty-reply` otherwise. */
export interface TargetReply {
  readonly text: string;
  /** Calls that wait for an answer. They are in the reply's message. */
  readonly toolCalls?: readonly ToolCall[];
  /** What an agent did on the way to its reply; already answered. */
  readonly trace?: readonly Message[];
  /** The provider enforced `replySchema`, so the text is what the model answers and not what it quotes. */
  readonly isStructured?: true;
  readonly call: CallRecord;
}

export interface AskContext {
  /** Aborted when the run stops at once, or the case is over its time. The adapter ends the call and throws. */
  readonly signal: AbortSignal;
  /**
   * Aborted when no further call is to be made: a wait for a turn, or before a retry, ends and throws its reason. A call
   * under way continues. Whenever `signal` is aborted, this is. Default: `signal`.
   */
  readonly waiting?: AbortSignal;
  /** True: the reply is not taken from the cache. What went wrong with the last one may have been its fault. */
  readonly isFresh?: boolean;
}

/**
 * What is tested, or what judges. One adapter a provider; wrappers (`caching`, `retrying`, `limiting`, `recording`)
 * are targets around a target.
 *
 * `ask` either resolves with a reply, or throws a `TargetError` when the world failed. An adapter makes **one** attempt:
 * it never retries, waits or caches. It keeps no state between calls that would change an answer.
 */
export interface Target {
  readonly id: string;
  ask(request: TargetRequest, context: AskContext): Promise<TargetReply>;
  /** Frees the resources of the adapter. Called once, after the last call. */
  close?(): Promise<void>;
}

export interface TargetErrorInfo {
  readonly cause: ErrorCause;
  /** For people; contains neither a secret nor a whole prompt. */
  readonly message: string;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** The target never took the call up: it was refused, or not even connected. Absent: it may have. */
  readonly isUndelivered?: true;
  /**
   * The call may succeed, and not in this conversation: the target keeps it, and may have taken this turn up. Set by the
   * retrying wrapper.
   */
  readonly needsRestart?: true;
  /** How long the target asked to wait. */
  readonly retryAfterMs?: number;
  readonly status?: number;
  readonly requestId?: string;
  /** The end of stderr, or of an error's body. */
  readonly details?: string;
  /** Set by the retrying wrapper, as is `rateLimited`: how many of them got 429. */
  readonly attempts?: number;
  readonly rateLimited?: number;
}

/** The world failed on one call. Data for the record of a case, not a bug and not a mistake of the user. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
  readonly info: TargetErrorInfo;

  constructor(info: TargetErrorInfo, options?: ErrorOptions) {
    super(info.message, options);
    this.info = info;
  }
}

/** Longest reply that is taken, in characters; a longer one fails with `reply-too-long`. */
export const replyLimitCharacters = 8_000_000;

/** Calls that wait for a rate limit, and how long until the first of them is made. */
export interface RateWait {
  readonly calls: number;
  readonly ms: number;
}
