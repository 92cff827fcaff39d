import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { isSystemRole, toRoleLabel } from '../../conversation/role.ts';
import type { ChatMessage } from '../../format/chat.ts';
import type { TargetRequest } from '../port.ts';
import { type ReadImage, toPlainText, toUserParts } from './to-parts.ts';
import { ToolLedger } from './tool-ledger.ts';

export interface PromptOptions {
  /** `start`: the provider takes system text only before the first turn. */
  readonly system: 'anywhere' | 'start';
  readonly readImage?: ReadImage;
}

/** The prompt of a request, in the form the target is sent. */
export function toPrompt(request: TargetRequest, system: PromptOptions['system']): LanguageModelV4Prompt {
  if (request.send === 'question') return toQuestionPrompt(request.question, request.guidelines);
  const { readImage } = request;
  return toMessagesPrompt(request.messages, { system, ...(readImage === undefined ? {} : { readImage }) });
}

export function toQuestionPrompt(question: string, guidelines: string): LanguageModelV4Prompt {
  const user: LanguageModelV4Message = { role: 'user', content: [{ type: 'text', text: question }] };
  return guidelines === '' ? [user] : [{ role: 'system', content: guidelines }, user];
}

/**
 * Chat messages as the packages of the providers take them.
 *
 * - Roles that no provider knows (`customer`), system text that stands where the provider takes none, and tool results
 *   that answer no call become user messages under a line `[Customer]:`, the marker of the question form.
 * - `name` is not sent: few providers have it.
 * - Where the provider takes system text only at the start, a user line stands before an assistant that speaks first.
 * - Results of tools that follow each other become one message: Google wants the answers to one turn in one.
 */
export function toMessagesPrompt(messages: readonly ChatMessage[], options: PromptOptions): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = [];
  const ledger = new ToolLedger();
  for (const message of messages) addMessage(prompt, message, { ...options, ledger });
  return options.system === 'start' ? withUserFirst(prompt) : prompt;
}

/** Google refuses a conversation that the model opens, and so do some servers of Anthropic's. */
function withUserFirst(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const first = prompt.findIndex(({ role }) => role !== 'system');
  if (prompt[first]?.role !== 'assistant') return prompt;
  const opening: LanguageModelV4Message = { role: 'user', content: [{ type: 'text', text: '(You speak first.)' }] };
  return prompt.toSpliced(first, 0, opening);
}

type AddOptions = PromptOptions & { readonly ledger: ToolLedger };

function addMessage(prompt: LanguageModelV4Prompt, message: ChatMessage, options: AddOptions): void {
  const { role } = message;
  if (isSystemRole(role) && isSystemPlace(prompt, options)) {
    prompt.push({ role: 'system', content: toPlainText(message.content) });
  } else if (role === 'user') {
    prompt.push({ role: 'user', content: toUserParts(message.content, options.readImage) });
  } else if (role === 'assistant') {
    prompt.push(toAssistantMessage(message, options.ledger));
  } else if (role !== 'tool' || !addToolResult(prompt, message, options.ledger)) {
    const label = { type: 'text', text: `[${toRoleLabel(role)}]:` } as const;
    prompt.push({ role: 'user', content: toUserParts(message.content, options.readImage, label) });
  }
}

function isSystemPlace(prompt: LanguageModelV4Prompt, options: PromptOptions): boolean {
  return options.system === 'anywhere' || prompt.every((message) => message.role === 'system');
}

function toAssistantMessage(message: ChatMessage, ledger: ToolLedger): LanguageModelV4Message {
  const text = toPlainText(message.content);
  const calls = (message.tool_calls ?? []).map((call) => ledger.addCall(call));
  return { role: 'assistant', content: text === '' ? calls : [{ type: 'text', text }, ...calls] };
}

/** Whether the message answered a call, and so was added. */
function addToolResult(prompt: LanguageModelV4Prompt, message: ChatMessage, ledger: ToolLedger): boolean {
  const answered = ledger.takeAnswered(message);
  if (answered === undefined) return false;
  const value = toPlainText(message.content);
  const result = { type: 'tool-result', ...answered, output: { type: 'text', value } } as const;
  const last = prompt.at(-1);
  if (last?.role === 'tool') last.content.push(result);
  else prompt.push({ role: 'tool', content: [result] });
  return true;
}
