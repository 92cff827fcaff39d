import { toCallParts } from '../conversation/message.ts';
import { TargetError } from '../target/port.ts';
import type { Playing } from './playing.ts';

/**
 * A reply that ends in tool calls waits for their results, and nothing here runs tools: the conversation cannot go on
 * to the next user line. Inventing a result would test something else than the target.
 */
export function assertNoOpenCalls(playing: Playing): void {
  const last = playing.history.at(-1)?.message;
  if (last?.role !== 'assistant' || last.tool_calls === undefined || last.tool_calls.length === 0) return;
  const names = last.tool_calls.map((call) => toCallParts(call).name).join(', ');
  const message = `The reply calls ${names}, but nothing runs tools here, so the next user line cannot be sent. Use the agent that runs the tools as the target (command or http), or use every-turn mode, where the conversation contains the tool results.`;
  throw new TargetError({ cause: 'unanswered-tool-call', message, retryable: false });
}
