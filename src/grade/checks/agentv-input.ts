import { definedOnly } from '../../base/defined-only.ts';
import { type Message, type ToolCall, toCallParts } from '../../conversation/message.ts';
import { type FormatOptions, isGuidelinePath } from '../../format/attachment.ts';
import { type ContentPart, listContentParts } from '../../format/question.ts';
import { type GradedReply, type GradedSubject, listTrace } from '../graded-conversation.ts';
import { toTurnKey } from '../turn-key.ts';
import { measureCost, measureLatency } from './call-checks.ts';
import { sumUsage } from './limits.ts';

/**
 * The JSON for a program that was written for AgentV, with the names of all of its dialects: `expected_outcome` became
 * `criteria`, `candidate_answer` became `answer`, and so on. What is not known is null, as in AgentV. Paths are as in
 * the eval file. `config` has the keys of the evaluator that AgentV does not know.
 */
export function toAgentvInput(
  subject: GradedSubject,
  fileOptions: FormatOptions,
  config?: Readonly<Record<string, unknown>>,
): unknown {
  const { conversation, reply, text } = subject;
  const last = reply ?? conversation.replies.at(-1);
  const asked = last === undefined ? undefined : conversation.requestOf(last);
  const key = last === undefined ? undefined : toTurnKey(conversation, last, fileOptions);
  const history = (asked?.history ?? []).map(({ message }) => message);
  const parts = history.flatMap((message) => listContentParts(message));
  const files = parts.flatMap((part) => (part.type === 'file' ? [part.written] : []));
  const guidelines = files.filter((path) => isGuidelinePath(path, {}));
  const outcome = key?.outcome ?? conversation.evalCase.outcome ?? '';
  const replies = reply === null ? conversation.replies : [reply];
  const output = replies.flatMap((one) => listOutput(subject, one));
  const input = history.map((message) => toAgentvMessage(message));
  const expected = (conversation.evalCase.expected_messages ?? []).map((message) => toAgentvMessage(message));
  const metrics = measure(subject);
  const trace = { ...summarize(subject.toolCalls), ...metrics };
  return {
    question: asked?.question ?? '',
    expected_outcome: outcome,
    criteria: outcome,
    reference_answer: key?.reference ?? '',
    candidate_answer: text,
    answer: text,
    guideline_paths: guidelines,
    guideline_files: guidelines,
    input_files: files.filter((path) => !guidelines.includes(path)),
    input_segments: parts.map(toSegment),
    input_messages: input,
    input,
    expected_messages: expected,
    expected_output: expected,
    output_messages: output,
    output,
    trace_summary: trace,
    trace,
    ...noMetrics,
    ...metrics,
    config: config ?? null,
  };
}

const noMetrics = { token_usage: null, cost_usd: null, duration_ms: null };

function toSegment(part: ContentPart): { readonly type: string; readonly value: string } {
  return { type: part.type, value: part.type === 'text' ? part.text : part.written };
}

/** What the agent did for a reply, and the reply. The result of a call is in the call, as AgentV writes it. */
function listOutput({ conversation }: GradedSubject, reply: GradedReply): readonly unknown[] {
  const steps = listTrace(reply.turnIndex, conversation, reply);
  const results = new Map(steps.map((step) => [step.tool_call_id, step.content]));
  const told = steps.filter(({ tool_call_id: answered }) => answered === undefined);
  return [...told, reply.message].map((message) => toAgentvMessage(message, results));
}

type Results = ReadonlyMap<string | undefined, Message['content']>;

function toAgentvMessage({ role, name, content, tool_calls: calls }: Message, results?: Results): unknown {
  return definedOnly({ role, name, content, tool_calls: calls?.map((call) => toAgentvCall(call, results)) });
}

function toAgentvCall(call: ToolCall, results: Results | undefined): unknown {
  const { name, arguments: given } = toCallParts(call);
  const output = call.id === undefined ? undefined : results?.get(call.id);
  const duration_ms = 'function' in call ? call.duration_ms : undefined;
  return definedOnly({ tool: name, id: call.id, input: toValue(given), output: toValue(output), duration_ms });
}

/** Arguments and results may be JSON text. AgentV passes the values. */
function toValue(written: unknown): unknown {
  if (typeof written !== 'string') return written;
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

/** A trace has no errors of its own, so AgentV counts 0, too. */
function summarize(toolCalls: readonly ToolCall[]) {
  const counts = new Map<string, number>();
  for (const call of toolCalls) counts.set(toCallParts(call).name, (counts.get(toCallParts(call).name) ?? 0) + 1);
  return {
    event_count: toolCalls.length,
    tool_names: [...counts.keys()].sort(),
    tool_calls_by_name: Object.fromEntries(counts),
    error_count: 0,
  };
}

/** What the target or its provider measured. Absent: unknown. */
function measure(subject: GradedSubject) {
  const [input, output] = [sumUsage(subject, 'inputTokens'), sumUsage(subject, 'outputTokens')];
  const cached = sumUsage(subject, 'cachedInputTokens');
  return definedOnly({
    token_usage: input === undefined || output === undefined ? undefined : definedOnly({ input, output, cached }),
    cost_usd: measureCost(subject),
    duration_ms: measureLatency(subject),
  });
}
