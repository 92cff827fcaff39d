/** The public library. */
export { Fault, type Place, type Problem } from './base/fault.ts';
export { type FaultCode, faultCodes } from './base/fault-codes.ts';
export type { CalibrationJson as Calibration, JudgeSwapJson as JudgeSwap } from './calibrate/metric-json.ts';
export type { RunComparison } from './compare/run-comparison.ts';
export type { EvalCase } from './conversation/case.ts';
export type { Item, Turn } from './conversation/item/item.ts';
export type { Deck } from './conversation/judge/deck.ts';
export type { Conversation, Message } from './conversation/message.ts';
export type { Ref } from './conversation/ref.ts';
export type { RunEvent } from './conversation/run/run-event.ts';
export type { CaseRecord, RunCounts, TurnRecord } from './conversation/run/run-record.ts';
export type { Sample } from './conversation/sample.ts';
export type { TargetSpec } from './conversation/target-spec.ts';
export type { Verdict } from './conversation/verdict.ts';
export { readDeck } from './files/deck/read-deck.ts';
export { type EvalFile, openEval } from './files/eval/read-eval.ts';
export { jsonSchemas } from './files/json-schemas.ts';
export { openItems } from './files/read-items.ts';
export { readSamples } from './files/samples/read-samples.ts';
export { readTargets } from './files/targets/read-targets.ts';
export type { FormatOptions } from './format/attachment.ts';
export { type ChatMessage, toChatMessages } from './format/chat.ts';
export { type FormattedConversation, formatConversation } from './format/question.ts';
export { renderTranscript } from './format/transcript.ts';
export { type JudgeReply, type JudgeReplyOptions, parseJudgeReply } from './grade/judge/parse-judge-reply.ts';
export { renderDeck } from './grade/judge/render-deck.ts';
export type { CalibrateDecksOptions } from './jobs/calibrate/options.ts';
export type { GradeRunOptions } from './jobs/grade/options.ts';
export type { RunEvalOptions } from './jobs/run/options.ts';
export {
  type CalibratedDecks,
  type CompareRunsOptions,
  calibrateDecks,
  compareRuns,
  type GradedRun,
  gradeRun,
  runEval,
} from './wiring/library.ts';
