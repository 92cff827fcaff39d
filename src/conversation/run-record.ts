import { z } from 'zod';
import { PlayMode } from './case.ts';
import { Send } from './target-spec.ts';
import { ToolCall } from './tool-call.ts';
import { CaseStatus, Verdict } from './verdict.ts';

export const Usage = z.strictObject({
  inputTokens: z.number().int().nonnegative().optional(),
  outputTokens: z.number().int().nonnegative().optional(),
  cachedInputTokens: z.number().int().nonnegative().optional(),
});
export type Usage = z.infer<typeof Usage>;

/** What the target got, always in both parts, so that a judge can be shown the same. */
export const RawRequest = z.strictObject({ question: z.string(), guidelines: z.string() });
export type RawRequest = z.infer<typeof RawRequest>;

/** One reply as it was recorded. `turnIndex`: its index in the conversation as played. */
export const TurnRecord = z.strictObject({
  turnIndex: z.number().int().nonnegative(),
  reply: z.string(),
  toolCalls: z.array(ToolCall).optional(),
  latencyMs: z.number().nonnegative(),
  usage: Usage.optional(),
  costUsd: z.number().nonnegative().nullable().optional(),
  finishReason: z.string().optional(),
  requestId: z.string().optional(),
  raw_request: RawRequest,
});
export type TurnRecord = z.infer<typeof TurnRecord>;

/** One conversation of a run: case × target × send × play × repeat. */
export const CaseRecord = z.strictObject({
  id: z.string(),
  target: z.string(),
  send: Send,
  play: PlayMode,
  repeat: z.number().int().nonnegative(),
  status: CaseStatus,
  turns: z.array(TurnRecord),
  verdicts: z.array(Verdict),
  error: z.strictObject({ cause: z.string(), message: z.string() }).optional(),
  raw_request: RawRequest.optional(),
});
export type CaseRecord = z.infer<typeof CaseRecord>;

export const RunCounts = z.strictObject({
  pass: z.number().int(),
  fail: z.number().int(),
  error: z.number().int(),
  ungraded: z.number().int(),
  skipped: z.number().int(),
});
export type RunCounts = z.infer<typeof RunCounts>;
