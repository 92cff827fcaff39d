import { isSystemRole, toRoleLabel } from '../../conversation/role.ts';
import type { ChatMessage } from '../../format/chat.ts';
import type { ChatSpec } from './chat-spec.ts';
import { toPlainText } from './to-parts.ts';
import { ToolLedger } from './tool-ledger.ts';

/** `start`: the provider takes system text only before the first turn. */
export type SystemPlace = 'anywhere' | 'start';

/** Anthropic has system text between turns only for some models, Google not at all. */
export function toSystemPlace(provider: ChatSpec['provider']): SystemPlace {
  return provider === 'anthropic' || provider === 'google' ? 'start' : 'anywhere';
}

/**
 * Chat messages as a provider is sent them: system, user, assistant, and results of tools that answer a call.
 *
 * - Roles that no provider knows (`customer`), system text where the provider takes none, and tool results that answer
 *   no call become user messages under a line `[Customer]:`, the marker of the question form.
 * - Each call of a tool has an id, and its result names it, even if the file leaves them out.
 * - `name` is not sent: few providers have it.
 * - Where the provider takes system text only at the start, a user line comes before an assistant that speaks first.
 */
export function toSentMessages(messages: readonly ChatMessage[], system: SystemPlace): readonly ChatMessage[] {
  const sent: ChatMessage[] = [];
  const ledger = new ToolLedger();
  for (const message of messages) sent.push(toSentMessage(message, { sent, ledger, system }));
  return system === 'start' ? withUserFirst(sent) : sent;
}

interface SentSoFar {
  readonly sent: readonly ChatMessage[];
  readonly ledger: ToolLedger;
  readonly system: SystemPlace;
}

function toSentMessage(message: ChatMessage, { sent, ledger, system }: SentSoFar): ChatMessage {
  const { role, content } = message;
  if (isSystemRole(role) && (system === 'anywhere' || sent.every((one) => one.role === 'system'))) {
    return { role: 'system', content: toPlainText(content) };
  }
  if (role === 'user') return { role, content };
  if (role === 'assistant') return toSentAssistant(message, ledger);
  const answered = role === 'tool' ? ledger.takeAnswered(message) : undefined;
  if (answered !== undefined) return { role, content: toPlainText(content), tool_call_id: answered.toolCallId };
  return { role: 'user', content: withLabel(content, `[${toRoleLabel(role)}]:`) };
}

/** Calls as chat interfaces write them: with an id, and with their arguments as JSON text. */
function toSentAssistant({ role, content, tool_calls: written = [] }: ChatMessage, ledger: ToolLedger): ChatMessage {
  const calls = written.map((call) => {
    const { toolCallId: id, toolName: name, input } = ledger.addCall(call);
    return { id, type: 'function' as const, function: { name, arguments: JSON.stringify(input) } };
  });
  return { role, content: toPlainText(content), ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}

function withLabel(content: ChatMessage['content'], label: string): ChatMessage['content'] {
  if (typeof content === 'string') return `${label}\n${content}`;
  const [first, ...rest] = content;
  if (first?.type !== 'text') return [{ type: 'text', value: label }, ...content];
  return [{ type: 'text', value: `${label}\n${first.value}` }, ...rest];
}

/** Google refuses a conversation that the model opens, and so do some servers of Anthropic's. */
function withUserFirst(sent: readonly ChatMessage[]): readonly ChatMessage[] {
  const first = sent.findIndex(({ role }) => role !== 'system');
  if (sent[first]?.role !== 'assistant') return sent;
  return sent.toSpliced(first, 0, { role: 'user', content: '(You speak first.)' });
}
