import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { definedOnly } from '../../base/defined-only.ts';
import type { ChatMessage } from '../../format/chat.ts';
import type { TargetRequest } from '../port.ts';
import { type SystemPlace, toSentMessages } from './sent-messages.ts';
import { type ReadImage, toPlainText, toUserParts } from './to-parts.ts';
import { ToolLedger } from './tool-ledger.ts';

interface PromptOptions {
  readonly system: SystemPlace;
  readonly readImage?: ReadImage;
}

/** The prompt of a request, in the form the target is sent. */
export function toPrompt(request: TargetRequest, system: PromptOptions['system']): LanguageModelV4Prompt {
  if (request.send === 'question') return toQuestionPrompt(request.question, request.guidelines);
  const { readImage } = request;
  return toMessagesPrompt(request.messages, { system, ...definedOnly({ readImage }) });
}

export function toQuestionPrompt(question: string, guidelines: string): LanguageModelV4Prompt {
  const user: LanguageModelV4Message = { role: 'user', content: [{ type: 'text', text: question }] };
  return guidelines === '' ? [user] : [{ role: 'system', content: guidelines }, user];
}

/**
 * Chat messages as the packages of the providers take them. Results of tools that follow each other become one message:
 * Google wants the answers to one turn in one.
 */
export function toMessagesPrompt(messages: readonly ChatMessage[], options: PromptOptions): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = [];
  const ledger = new ToolLedger();
  for (const message of toSentMessages(messages, options.system)) addMessage(prompt, message, { ...options, ledger });
  return prompt;
}

type AddOptions = PromptOptions & { readonly ledger: ToolLedger };

function addMessage(prompt: LanguageModelV4Prompt, message: ChatMessage, { ledger, readImage }: AddOptions): void {
  const { role, content } = message;
  if (role === 'system') prompt.push({ role, content: toPlainText(content) });
  else if (role === 'assistant') prompt.push(toAssistantMessage(message, ledger));
  else if (role === 'tool') addToolResult(prompt, message, ledger);
  else prompt.push({ role: 'user', content: toUserParts(content, readImage) });
}

function toAssistantMessage(message: ChatMessage, ledger: ToolLedger): LanguageModelV4Message {
  const text = toPlainText(message.content);
  const calls = (message.tool_calls ?? []).map((call) => ledger.addCall(call));
  return { role: 'assistant', content: text === '' ? calls : [{ type: 'text', text }, ...calls] };
}

function addToolResult(prompt: LanguageModelV4Prompt, message: ChatMessage, ledger: ToolLedger): void {
  const answered = ledger.takeAnswered(message);
  // One that answers no call has become a user message.
  if (answered === undefined) return;
  const value = toPlainText(message.content);
  const result = { type: 'tool-result', ...answered, output: { type: 'text', value } } as const;
  const last = prompt.at(-1);
  if (last?.role === 'tool') last.content.push(result);
  else prompt.push({ role: 'tool', content: [result] });
}
