import { z } from 'zod';
import { PlayMode } from './case.ts';
import { Message } from './message.ts';
import { Send } from './target-spec.ts';
import { ToolCall } from './tool-call.ts';
import { CaseStatus, Verdict } from './verdict.ts';

const count = z.number().int().nonnegative();

/** Tokens as the provider counted them. A number it did not tell is absent, not 0. */
export const Usage = z.strictObject({
  inputTokens: count.optional(),
  outputTokens: count.optional(),
  cachedInputTokens: count.optional().describe('Part of inputTokens.'),
  reasoningTokens: count.optional().describe('Part of outputTokens.'),
});
export type Usage = z.infer<typeof Usage>;

/** Why a conversation could not be played to its end. */
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

/** What went wrong with one conversation. The run goes on. */
export const CaseError = z.strictObject({
  cause: ErrorCause,
  message: z.string(),
  turnIndex: count.optional().describe('Index of the reply that failed.'),
  status: z.number().int().optional().describe('HTTP status, or exit code of a command.'),
  attempts: count.optional(),
  rateLimited: count.optional().describe('Attempts that got HTTP 429, if any.'),
  requestId: z.string().optional(),
  details: z.string().optional().describe('The end of stderr, or of the error response body.'),
});
export type CaseError = z.infer<typeof CaseError>;

/**
 * What the target was sent, and nothing else: `messages`, or `question` with `guidelines`. Commands and HTTP services
 * get what their keys say. Secrets are not in it: `${VAR}` stays as it is written.
 */
export const RawRequest = z.strictObject({
  messages: z
    .array(z.looseObject({ role: z.string() }))
    .optional()
    .describe('The chat messages.'),
  question: z.string().optional().describe('The conversation as one formatted text.'),
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
 * A message as it was played. `texts` are those that stood in the question (attached files as they were then); absent
 * when the content is plain text, which shows itself.
 */
export const PlayedMessage = z.strictObject({ message: Message, texts: z.array(z.string()).optional() });
export type PlayedMessage = z.infer<typeof PlayedMessage>;

/** What is known of one call besides its reply. */
export const CallRecord = z.strictObject({
  latencyMs: z.number().nonnegative(),
  usage: Usage.optional(),
  costUsd: z.number().nonnegative().nullable().describe('null: unknown. It is never 0 instead.'),
  finishReason: z.string().optional(),
  requestId: z.string().optional(),
  model: z.string().optional().describe("The provider's name for the model that answered."),
  attempts: count.optional().describe('Number of calls, if more than one.'),
  rateLimited: count.optional().describe('Calls that got HTTP 429, if any.'),
  cached: z.literal(true).optional().describe('The reply came from the response cache. No call was made.'),
  recorded: z
    .strictObject({ latencyMs: z.number().nonnegative(), costUsd: z.number().nonnegative().nullable() })
    .optional()
    .describe('Cached replies: latency and cost of the original call.'),
  trace: z.array(Message).optional().describe('What the agent did before it replied: tool calls and their results.'),
  conversationId: z.string().optional().describe('Value of `{{conversation_id}}` in this call, if the target uses it.'),
  unsentSettings: z
    .array(z.string())
    .optional()
    .describe('Settings left out of the request, because the model does not support them.'),
  notes: z.array(z.string()).optional().describe('Warnings from the provider, or what the command wrote to stderr.'),
  warnings: z.array(z.string()).optional().describe("What to fix in the target's settings."),
});
export type CallRecord = z.infer<typeof CallRecord>;

/** One reply as it was recorded. `turnIndex`: its index in the conversation as played. */
export const TurnRecord = z.strictObject({
  turnIndex: count,
  reply: z.string().describe('Text of the reply. Empty if there are only tool calls.'),
  toolCalls: z.array(ToolCall).optional(),
  ...CallRecord.shape,
  raw_request: RawRequest.describe('What the target was sent.'),
  formatted_question: z.string().describe('The same conversation as one formatted text, as judges see it.'),
});
export type TurnRecord = z.infer<typeof TurnRecord>;

/** The four ways to fold turns into one number, over verdicts that were graded. null: nothing was. */
export const Aggregate = z.strictObject({
  all: z
    .boolean()
    .nullable()
    .describe('true: every turn passed. false: at least one failed. null: none failed, but some could not be graded.'),
  mean: z.number().nullable(),
  min: z.number().nullable(),
  last: z.number().nullable(),
});
export type Aggregate = z.infer<typeof Aggregate>;

/** How a simulated conversation ended, and what was wrong with the simulated user. */
export const SimulationRecord = z.strictObject({
  end: z.enum(['goal', 'gave-up', 'stop-when', 'max-turns', 'goodbye', 'failed']),
  problems: z.array(z.string()),
});
export type SimulationRecord = z.infer<typeof SimulationRecord>;

/** What tells one conversation of a run from the others. */
export const ConversationName = z.strictObject({
  id: z.string().describe('Id of the case.'),
  eval: z.string().describe("Name of the eval: its file's `name`."),
  target: z.string(),
  send: Send,
  play: PlayMode,
  repeat: count,
});
export type ConversationName = z.infer<typeof ConversationName>;

/** An attempt at a conversation that started over: its target keeps the conversation, and could not be asked again. */
export const AttemptRecord = z.strictObject({
  attempt: count.describe('From 1.'),
  reason: z.string().describe('Why it was abandoned.'),
  conversationId: z.string().optional().describe('Value of `{{conversation_id}}`, if the target uses it.'),
  error: CaseError.optional(),
  turns: z.array(TurnRecord),
  verdicts: z.array(Verdict),
});
export type AttemptRecord = z.infer<typeof AttemptRecord>;

/** One conversation of a run: case × target × send × play × repeat. */
export const CaseRecord = z.strictObject({
  ...ConversationName.shape,
  tags: z.array(z.string()),
  status: CaseStatus,
  reason: z.string().optional().describe('Why it was skipped.'),
  turns: z.array(TurnRecord),
  verdicts: z.array(Verdict),
  aggregate: Aggregate.optional(),
  error: CaseError.optional(),
  simulation: SimulationRecord.optional(),
  abandoned: z.array(AttemptRecord).optional().describe('Attempts abandoned before this one, in order.'),
  raw_request: RawRequest.nullable().describe('The request of the last call. null: no call was made.'),
  formatted_question: z
    .string()
    .nullable()
    .describe('The formatted question of the last call. null: no call was made.'),
});
export type CaseRecord = z.infer<typeof CaseRecord>;

export const RunCounts = z.strictObject({ pass: count, fail: count, error: count, ungraded: count, skipped: count });
export type RunCounts = z.infer<typeof RunCounts>;

export const noCounts: RunCounts = { pass: 0, fail: 0, error: 0, ungraded: 0, skipped: 0 };
