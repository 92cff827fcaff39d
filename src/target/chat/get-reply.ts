import type { LanguageModelV4GenerateResult, LanguageModelV4Usage, SharedV4Warning } from '@ai-sdk/provider';
import { definedOnly } from '../../base/defined-only.ts';
import type { ToolCall } from '../../conversation/message.ts';
import type { CallRecord, Usage } from '../../conversation/run/run-record.ts';
import { assertShallowCalls } from '../assert-shallow.ts';
import { replyLimitCharacters, TargetError, type TargetReply } from '../port.ts';
import { toTooLong } from './chat-fetch.ts';
import { findRefusal, toRefused } from './find-refusal.ts';
import { findRequestId } from './request-id.ts';

/** The reply of a model. Throws a TargetError when the provider answered, yet with nothing that is a reply. */
export function getReply(result: LanguageModelV4GenerateResult, latencyMs: number): TargetReply {
  let text = '';
  const toolCalls: ToolCall[] = [];
  for (const part of result.content) {
    if (part.type === 'text') text += part.text;
    // A tool that the provider ran itself waits for no answer.
    else if (part.type === 'tool-call' && part.providerExecuted !== true) {
      const { toolCallId: id, toolName: name, input } = part;
      toolCalls.push({ id, type: 'function', function: { name, arguments: input ?? '{}' } });
    }
  }
  assertReply(result, { text, hasCalls: toolCalls.length > 0 });
  assertShallowCalls(toolCalls);
  return { text, ...(toolCalls.length === 0 ? {} : { toolCalls }), call: toCallRecord(result, latencyMs) };
}

function assertReply(
  result: LanguageModelV4GenerateResult,
  { text, hasCalls }: { readonly text: string; readonly hasCalls: boolean },
): void {
  const { unified, raw } = result.finishReason;
  const requestId = findRequestId(result.response?.headers, result.response?.id);
  const told = definedOnly({ requestId });
  if (unified === 'content-filter') {
    const message = `The provider's content filter stopped the reply (${raw ?? unified}).`;
    throw new TargetError({ cause: 'content-filter', message, retryable: false, ...told });
  }
  if (text.length > replyLimitCharacters) throw toTooLong();
  if (hasCalls || text.trim() !== '') return;
  const refusal = findRefusal(result.response?.body);
  if (refusal !== undefined) throw toRefused(refusal, requestId);
  if (unified === 'error') {
    const message = `The model stopped without a reply (${raw ?? unified}).`;
    throw new TargetError({ cause: 'malformed-reply', message, retryable: true, ...told });
  }
  throw new TargetError({ cause: 'empty-reply', message: toEmptyMessage(unified), retryable: false, ...told });
}

function toEmptyMessage(finishReason: string): string {
  if (finishReason !== 'length') return `The reply is empty (finish reason: ${finishReason}).`;
  return 'The reply is empty because the model used all its output tokens before it wrote text. Raise max_output_tokens.';
}

function toCallRecord(result: LanguageModelV4GenerateResult, latencyMs: number): CallRecord {
  const { response } = result;
  const usage = findUsage(result.usage);
  const requestId = findRequestId(response?.headers, response?.id);
  return {
    latencyMs,
    costUsd: null,
    finishReason: result.finishReason.unified,
    ...definedOnly({ usage, requestId }),
    ...definedOnly({ model: response?.modelId }),
    ...(result.warnings.length === 0 ? {} : { notes: result.warnings.map(toNote) }),
  };
}

/** The packages put 0 for numbers that were not reported, and no reply takes 0 tokens: 0 is left out. */
export function findUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage | undefined {
  const usage: Usage = {
    ...(inputTokens.total ? { inputTokens: inputTokens.total } : {}),
    ...(outputTokens.total ? { outputTokens: outputTokens.total } : {}),
    ...(inputTokens.cacheRead ? { cachedInputTokens: inputTokens.cacheRead } : {}),
    ...(outputTokens.reasoning ? { reasoningTokens: outputTokens.reasoning } : {}),
  };
  return usage.inputTokens === undefined && usage.outputTokens === undefined ? undefined : usage;
}

function toNote(warning: SharedV4Warning): string {
  switch (warning.type) {
    case 'other':
      return warning.message;
    case 'deprecated':
      return `${warning.setting} is deprecated: ${warning.message}`;
    case 'unsupported':
      return `${warning.feature} is not supported and was ignored.${toDetails(warning.details)}`;
    case 'compatibility':
      return `${warning.feature} is only partly supported.${toDetails(warning.details)}`;
  }
}

function toDetails(details: string | undefined): string {
  return details === undefined ? '' : ` ${details}`;
}
