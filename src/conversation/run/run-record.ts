import { z } from 'zod';
import { type EvalCase, PlayMode } from '../case.ts';
import { Message, ToolCall } from '../message.ts';
import { Send, type TargetSpec } from '../target-spec.ts';
import { CaseStatus, Verdict } from '../verdict.ts';

const count = z.number().int().nonnegative();

/** Tokens as the provider counted them. Missing counts are absent, not 0. */
export const Usage = z.strictObject({
  inputTokens: count.optional().describe('Tokens of the request.'),
  outputTokens: count.optional().describe('Tokens of the reply.'),
  cachedInputTokens: count.optional().describe("The part of `inputTokens` that came from the provider's cache."),
  reasoningTokens: count.optional().describe('The part of `outputTokens` that was reasoning.'),
});
export type Usage = z.infer<typeof Usage>;

/** Why a conversation could not be completed. */
export const ErrorCause = z.enum([
  'rate-limited',
  'timeout',
  'unauthorized',
  'unreachable',
  'bad-request',
  'context-too-long',
  'content-filter',
  'empty-reply',
  'malformed-reply',
  'reply-too-long',
  'provider-error',
  'command-failed',
  'no-recording',
  'no-rule',
  'unanswered-tool-call',
  'limit',
  'simulator',
  'nothing-to-answer',
  'file-changed',
  'internal',
]);
export type ErrorCause = z.infer<typeof ErrorCause>;

/** What went wrong in one conversation. The run continues. */
export const CaseError = z.strictObject({
  cause: ErrorCause.describe('What went wrong.'),
  message: z.string().describe('The error message.'),
  turnIndex: count.optional().describe('The turn whose reply failed, from 0 over all messages.'),
  status: z.number().int().optional().describe('HTTP status, or the exit code of a command.'),
  attempts: count.optional().describe('How many times the call was tried.'),
  rateLimited: count.optional().describe('Attempts that were rate limited (429). Absent if none were.'),
  requestId: z.string().optional().describe("The provider's ID of the request."),
  details: z.string().optional().describe('The end of stderr, or of the error response.'),
});
export type CaseError = z.infer<typeof CaseError>;

/**
 * Exactly what the target received: `messages`, or `question` with `guidelines`. For commands and HTTP services their
 * own keys decide. It contains no secrets: `${VAR}` stays as written.
 */
export const RawRequest = z.strictObject({
  messages: z
    .array(z.looseObject({ role: z.string().describe('Role of the message.') }))
    .optional()
    .describe('The chat messages.'),
  question: z.string().optional().describe('The conversation as one formatted prompt.'),
  guidelines: z.string().optional().describe('System text sent with the question.'),
  settings: z.record(z.string(), z.unknown()).optional().describe('Model settings, with the seed of this repeat.'),
  command: z.array(z.string()).optional().describe('Program and arguments, if they contain the question.'),
  env: z
    .record(z.string(), z.string())
    .optional()
    .describe('Environment variables that contain the question for a shell command.'),
  stdin: z.unknown().optional().describe('What the command got on stdin: text, or the object of `input: json`.'),
  url: z.string().optional().describe('URL of the HTTP request, if it contains the question.'),
  body: z.unknown().optional().describe('Body of the HTTP request.'),
});
export type RawRequest = z.infer<typeof RawRequest>;

/**
 * A played message. `texts` are its texts in the question, with attached files as they were then. Absent if the content
 * is plain text.
 */
export const PlayedMessage = z.strictObject({ message: Message, texts: z.array(z.string()).optional() });
export type PlayedMessage = z.infer<typeof PlayedMessage>;

/** The facts about a call, without the reply. */
export const CallRecord = z.strictObject({
  latencyMs: z
    .number()
    .nonnegative()
    .nullable()
    .describe('How long the call took, in milliseconds. null if unknown, as for an imported reply.'),
  usage: Usage.optional().describe('Tokens, as the provider counted them.'),
  costUsd: z.number().nonnegative().nullable().describe('Cost in US dollars. null if unknown.'),
  finishReason: z.string().optional().describe('Why the model stopped, in the words of the provider.'),
  requestId: z.string().optional().describe("The provider's ID of the request."),
  model: z.string().optional().describe('The model that answered, as the provider names it.'),
  attempts: count.optional().describe('How many times the call was tried, if more than once.'),
  rateLimited: count.optional().describe('Attempts that were rate limited (429). Absent if none were.'),
  cached: z.literal(true).optional().describe('The reply came from the response cache. Nothing was called.'),
  recorded: z
    .strictObject({
      latencyMs: z.number().nonnegative().describe('How long the original call took, in milliseconds.'),
      costUsd: z.number().nonnegative().nullable().describe('What the original call cost in US dollars.'),
    })
    .optional()
    .describe('The original call behind a cached reply.'),
  trace: z.array(Message).optional().describe('Tool calls that an agent made inside this reply, and their results.'),
  conversationId: z
    .string()
    .optional()
    .describe('The value of `{{conversation_id}}` in this call, if the target gets it.'),
  unsentSettings: z
    .array(z.string())
    .optional()
    .describe("The target's settings that the model doesn't support, so they are not in the request."),
  notes: z.array(z.string()).optional().describe("The provider's warnings, or what a command wrote to stderr."),
  warnings: z.array(z.string()).optional().describe("What to fix in the target's settings."),
});
export type CallRecord = z.infer<typeof CallRecord>;

/** A recorded reply. `turnIndex`: its index in the conversation as played. */
export const TurnRecord = z.strictObject({
  turnIndex: count.describe('The position of the reply, from 0 over all messages.'),
  reply: z.string().describe('Text of the reply. Empty if it only has tool calls.'),
  toolCalls: z.array(ToolCall).optional().describe('Tool calls in the reply.'),
  ...CallRecord.shape,
  raw_request: RawRequest.describe('Exactly what the target received, without secrets.'),
  formatted_question: z.string().describe('The conversation as one formatted prompt, as judges see it.'),
});
export type TurnRecord = z.infer<typeof TurnRecord>;

/** The four ways to combine turn verdicts into one number. null: nothing was graded. */
export const Aggregate = z.strictObject({
  all: z.boolean().nullable().describe('Whether every turn passed. null if none failed and some are ungraded.'),
  mean: z.number().nullable().describe('Mean normalized score of the graded turns.'),
  min: z.number().nullable().describe('Lowest normalized score of the graded turns.'),
  last: z.number().nullable().describe('Normalized score of the last graded turn.'),
});
export type Aggregate = z.infer<typeof Aggregate>;

/** How a simulated conversation ended, and problems of the simulated user. */
export const SimulationRecord = z.strictObject({
  end: z
    .enum(['goal', 'gave-up', 'stop-when', 'max-turns', 'goodbye', 'failed'])
    .describe('How the simulated conversation ended.'),
  problems: z.array(z.string()).describe('What was wrong with the simulated user.'),
});
export type SimulationRecord = z.infer<typeof SimulationRecord>;

/** What distinguishes a conversation from the others of its run. */
export const ConversationName = z.strictObject({
  id: z.string().describe('ID of the case.'),
  eval: z.string().describe("Name of the eval: its file's `name`."),
  target: z.string().describe('ID of the target.'),
  send: Send.describe('What the target received.'),
  play: PlayMode.describe('The play mode.'),
  repeat: count.describe('Number of the repeat, from 0.'),
});
export type ConversationName = z.infer<typeof ConversationName>;

/** An abandoned attempt. The target keeps its own history, so it could not be asked again. */
export const AttemptRecord = z.strictObject({
  attempt: count.describe('Number of the attempt, from 1.'),
  reason: z.string().describe('Why it was abandoned.'),
  conversationId: z.string().optional().describe('The value of `{{conversation_id}}`, if the target gets it.'),
  error: CaseError.optional().describe('The error that ended it.'),
  turns: z.array(TurnRecord).describe('Its replies in order.'),
  verdicts: z.array(Verdict).describe('The verdicts on its replies.'),
});
export type AttemptRecord = z.infer<typeof AttemptRecord>;

/** One conversation of a run: case × target × send × play × repeat. */
export const CaseRecord = z.strictObject({
  ...ConversationName.shape,
  tags: z.array(z.string()).describe('Tags of the case.'),
  status: CaseStatus.describe('The result.'),
  reason: z.string().optional().describe('Why it was skipped.'),
  turns: z.array(TurnRecord).describe('The replies in order.'),
  verdicts: z.array(Verdict).describe('One verdict per grader and reply.'),
  aggregate: Aggregate.optional().describe('The verdicts combined. Absent if it was skipped or is an error.'),
  error: CaseError.optional().describe('Why it could not be played to the end.'),
  simulation: SimulationRecord.optional().describe('How the simulation ended, if the user is simulated.'),
  abandoned: z.array(AttemptRecord).optional().describe('Earlier attempts that were abandoned, in order.'),
  raw_request: RawRequest.nullable().describe('The `raw_request` of the last call. null if nothing was called.'),
  formatted_question: z
    .string()
    .nullable()
    .describe('The `formatted_question` of the last call. null if nothing was called.'),
});
export type CaseRecord = z.infer<typeof CaseRecord>;

export const RunCounts = z.strictObject({
  pass: count.describe('Conversations that passed.'),
  fail: count.describe('Conversations that failed.'),
  error: count.describe('Conversations in which the target or a tool failed.'),
  ungraded: count.describe('Conversations with a verdict missing and none failed.'),
  skipped: count.describe('Conversations that were not played because of a limit or an unreachable target.'),
});
export type RunCounts = z.infer<typeof RunCounts>;

export const noCounts: RunCounts = { pass: 0, fail: 0, error: 0, ungraded: 0, skipped: 0 };

/**
 * A message that the target did not write: input, a scripted user line, or a turn of the known conversation. Positions
 * of replies stay free, except in every-turn play, where they have the reference.
 */
export interface TurnEntry {
  readonly turnIndex: number;
  readonly played: PlayedMessage;
}

/** A reply, with the call behind it. */
export interface ReplyEntry extends TurnEntry {
  /** `simulator`: a message of the simulated user, with the role user. */
  readonly by: 'target' | 'simulator';
  readonly guidelines: string;
  readonly call: CallRecord;
}

interface Said {
  readonly play: PlayMode;
  readonly turns: readonly TurnEntry[];
  readonly replies: readonly ReplyEntry[];
}

/** The messages before a turn at the time it was asked for. In every-turn play they never include replies. */
export function listPlayedBefore(turnIndex: number, said: Said): readonly PlayedMessage[] {
  return listTurnsBefore(turnIndex, said).map(({ played }) => played);
}

export function listTurnsBefore(turnIndex: number, { play, turns, replies }: Said): readonly TurnEntry[] {
  const entries = play === 'every-turn' ? turns : [...turns, ...replies];
  return entries.filter((entry) => entry.turnIndex < turnIndex).toSorted((a, b) => a.turnIndex - b.turnIndex);
}

/** Tool calls that an agent made during its reply, then those that still need an answer. */
export function listToolCalls({ played, call }: ReplyEntry): readonly ToolCall[] {
  const traced = call.trace?.flatMap((message) => message.tool_calls ?? []) ?? [];
  return [...traced, ...(played.message.tool_calls ?? [])];
}

interface AnsweredCall {
  readonly call: CallRecord;
  /** What an agent did before its reply. */
  readonly trace?: readonly Message[];
}

/** A call as it is recorded. Latency is rounded to a tenth of a millisecond. */
export function toRecordedCall({ call, trace }: AnsweredCall): CallRecord {
  const latencyMs = call.latencyMs === null ? null : Math.round(call.latencyMs * 10) / 10;
  return trace === undefined ? { ...call, latencyMs } : { ...call, latencyMs, trace: [...trace] };
}

/** What a case is played with: a target, what it is sent, and the play mode. */
export type Variant = Pick<ConversationName, 'target' | 'send' | 'play'>;

/** Whether any one target was sent several forms. Different targets are not compared, because some ignore `send`. */
export function hasSeveralSends(variants: readonly Pick<Variant, 'target' | 'send'>[]): boolean {
  const first = new Map<string, string>();
  return variants.some(({ target, send }) => {
    if (!first.has(target)) first.set(target, send);
    return first.get(target) !== send;
  });
}

export function hasSeveralPlays(variants: readonly Pick<Variant, 'play'>[]): boolean {
  return variants.some(({ play }) => play !== variants[0]?.play);
}

/** The parts of target, send and play that distinguish a variant from the others of its run. */
export function toVariantName({ target, send, play }: Variant, variants: readonly Variant[]): string {
  const names = [target];
  if (hasSeveralSends(variants)) names.push(send);
  if (hasSeveralPlays(variants)) names.push(play);
  return names.join(' ');
}

/** Lists the variants of a case: target × send × play, in this order. */
export function listVariants(
  evalCase: EvalCase,
  targets: readonly TargetSpec[],
  sends: ReadonlyMap<string, readonly Send[]>,
): readonly Variant[] {
  return targets.flatMap((spec) =>
    toUnique(sends.get(spec.id) ?? []).flatMap((send) =>
      toUnique(evalCase.play).map((play): Variant => ({ target: spec.id, send, play })),
    ),
  );
}

/** Skips the set for lists with one entry, since this runs for every case. */
function toUnique<Entry>(list: readonly Entry[]): readonly Entry[] {
  return list.length < 2 ? list : [...new Set(list)];
}
