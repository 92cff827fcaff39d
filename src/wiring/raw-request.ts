import type { RawRequest } from '../conversation/run/run-record.ts';
import type { RunSpec } from '../conversation/run/run-spec.ts';
import type { ConversationStart } from '../conversation/stored-conversation.ts';
import { describeSent } from '../conversation/target-request.ts';
import type { SpecOf, TargetSpec } from '../conversation/target-spec.ts';
import type { ChatMessage } from '../format/chat.ts';
import type { RunRequests } from '../play/case-record.ts';
import type { RunRecord } from '../store/port.ts';
import type { ChatSpec } from '../target/chat/chat-spec.ts';
import { toSentMessages, toSystemPlace } from '../target/chat/sent-messages.ts';
import { fillCommand, type Invocation } from '../target/command/fill-command.ts';
import { toSentHttp } from '../target/http/open-http-target.ts';
import type { TargetRequest } from '../target/port.ts';

/** The requests to targets, rebuilt from the target specs in the record. */
export function openSentRequests({ id, spec }: Pick<RunRecord, 'id' | 'spec'>): RunRequests {
  const { seed } = spec.options;
  return {
    run: id,
    toRaw: (start, request, call) =>
      toRawRequest(findSpec(spec, start), request, { seed, unsent: call?.unsentSettings }),
  };
}

/** What the target of a conversation was sent, as words that follow "sent". */
export function describeRecordedSend(run: RunSpec, start: ConversationStart): string {
  return describeSent(findSpec(run, start), [start.send]);
}

/** Several targets files may have a target with this id. Runs of earlier versions do not record which file it was. */
function findSpec({ targets, files }: RunSpec, { target, file }: ConversationStart): TargetSpec | undefined {
  const named = targets.filter(({ spec }) => spec.id === target);
  return (named.find((one) => one.file === files[file]?.targetsFile) ?? named[0])?.spec;
}

interface SettingsContext {
  readonly seed: number | undefined;
  /** Settings that were left out of the request. */
  readonly unsent: readonly string[] | undefined;
}

/** The request to a target, as runs record it. */
export function toRawRequest(
  spec: TargetSpec | undefined,
  request: TargetRequest,
  context: SettingsContext = { seed: undefined, unsent: undefined },
): RawRequest {
  if (spec?.provider === 'command') return toCommandRequest(spec, request);
  if (spec?.provider === 'http') return toSentHttp(spec, request);
  if (spec === undefined || spec.provider === 'builtin' || spec.provider === 'replay') return toForm(request);
  return { ...toForm(request, spec), ...toSettings(spec, request, context) };
}

function toForm(request: TargetRequest, spec?: ChatSpec): RawRequest {
  if (request.send === 'question') return { question: request.question, guidelines: request.guidelines };
  const { messages } = request;
  const sent = spec === undefined ? messages : toSentMessages(messages, toSystemPlace(spec.provider));
  return { messages: sent.map((message) => ({ ...message, content: toContent(message) })) };
}

/** Chat APIs send null as the content of a message that has only tool calls. */
function toContent({ content, tool_calls: calls }: ChatMessage): ChatMessage['content'] | null {
  return content === '' && calls !== undefined ? null : content;
}

function toSettings({ settings }: ChatSpec, { repeat }: TargetRequest, context: SettingsContext): RawRequest {
  const seed = settings?.seed ?? context.seed;
  const all = { ...settings, ...(seed === undefined ? {} : { seed: seed + repeat }) };
  const sent = Object.entries(all).filter(([name]) => context.unsent?.includes(name) !== true);
  return sent.length === 0 ? {} : { settings: Object.fromEntries(sent) };
}

function toCommandRequest(spec: SpecOf<'command'>, request: TargetRequest): RawRequest {
  const { command, env, stdin } = fillCommand(spec, request, {
    output: '{OUTPUT_FILE}',
    prompt: '{PROMPT_FILE}',
  });
  if (spec.input === 'json') return { stdin: JSON.parse(stdin), ...toFilled(spec, { command, env }) };
  const { question, guidelines } = request;
  return { question, guidelines, ...(stdin === '' ? {} : { stdin }), ...toFilled(spec, { command, env }) };
}

/** Arguments and variables that contain part of the request. */
function toFilled(spec: SpecOf<'command'>, { command, env }: Pick<Invocation, 'command' | 'env'>): RawRequest {
  const isFilled = spec.template === true || spec.input === 'argument';
  const filled = Object.entries(env).filter(([name, value]) => spec.env?.[name] !== value);
  return {
    ...(isFilled ? { command: [...command] } : {}),
    ...(filled.length === 0 ? {} : { env: Object.fromEntries(filled) }),
  };
}
