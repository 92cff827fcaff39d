import type { Judgment } from '../../conversation/judge/judgment.ts';
import type { Message } from '../../conversation/message.ts';
import type { CaseError, ReplyEntry, TurnEntry } from '../../conversation/run/run-record.ts';
import { nameTurn } from '../../conversation/turn-number.ts';
import type { Verdict } from '../../conversation/verdict.ts';
import { toShownPath } from '../../format/attachment.ts';
import type { PageCase, PageTurn } from '../../format/page-data.ts';
import { listContentParts, toCallText, toImageText } from '../../format/question.ts';
import {
  describeAbandoned,
  listCallFacts,
  listPlaces,
  type PlayedPlace,
  type ShownConversation,
} from '../render-conversation.ts';
import { toPageVerdict } from './to-page-verdict.ts';

/** A conversation, with the calls behind its judges' verdicts where they are to be shown. */
export interface ReportCase extends ShownConversation {
  readonly judgments?: readonly Judgment[];
  /** What the target was sent, as text. Default: the recorded form. */
  readonly sent?: string;
}

type Writable<Data> = { -readonly [Key in keyof Data]: Data[Key] };

/** Everything about a conversation that its transcript shows. */
export function toPageCase(conversation: ReportCase): PageCase {
  const { end, verdicts, replies, judgments = [], abandoned = [], start } = conversation;
  const page: Writable<PageCase> = { t: listPageTurns(conversation) };
  const whole = verdicts.filter(({ turnIndex }) => !replies.some((reply) => reply.turnIndex === turnIndex));
  if (whole.length > 0) page.v = whole.map((verdict) => toPageVerdict(verdict, judgments));
  if (abandoned.length > 0) {
    page.a = abandoned.map((attempt) => [describeAbandoned(attempt), listPageTurns({ start, ...attempt })]);
  }
  if (end === undefined) return page;
  const { aggregate, reason, error, simulation } = end;
  if (aggregate !== undefined) page.f = [aggregate.mean, aggregate.min, aggregate.last];
  if (reason !== undefined) page.n = reason;
  if (error !== undefined) page.e = [listErrorFacts(error).join(' · '), error.message, error.details ?? ''];
  if (simulation !== undefined) page.s = [simulation.end, ...simulation.problems];
  return page;
}

function listPageTurns(said: ReportCase): readonly PageTurn[] {
  return listPlaces(said).map((place) => toPageTurn(place, said));
}

function listErrorFacts({ cause, turnIndex, status, attempts, requestId }: CaseError): readonly string[] {
  return [
    cause,
    ...(turnIndex === undefined ? [] : [nameTurn(turnIndex)]),
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(attempts === undefined || attempts < 2 ? [] : [`${attempts} attempts`]),
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
  ];
}

function toPageTurn({ turn, reply }: PlayedPlace, { verdicts, judgments = [] }: ReportCase): PageTurn {
  const entry = reply ?? turn;
  if (entry === undefined) throw new Error('A place of a conversation has a message.');
  const page = toPageMessage(entry);
  if (reply === undefined) return page;
  // The target wrote it. What it gets of it later is the text and the tool calls, which are shown.
  delete page.q;
  addCall(page, reply);
  if (turn !== undefined) page.o = toBodyText(turn.played.message);
  const own = listVerdictsOf(reply.turnIndex, verdicts);
  if (own.length > 0) page.v = own.map((verdict) => toPageVerdict(verdict, judgments));
  return page;
}

function listVerdictsOf(turnIndex: number, verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.filter((verdict) => verdict.turnIndex === turnIndex);
}

function toPageMessage({ turnIndex, played: { message, texts } }: TurnEntry): Writable<PageTurn> {
  const { role, name, refs, tool_calls: calls } = message;
  const page: Writable<PageTurn> = { i: turnIndex, r: role, x: toBodyText(message) };
  if (name !== undefined) page.n = name;
  if (texts !== undefined) page.q = texts.join('\n\n');
  if (calls !== undefined && calls.length > 0) page.c = calls.map(toCallText);
  if (refs !== undefined && refs.length > 0) page.u = refs.map(({ url, title }) => [url, title ?? '']);
  return page;
}

function addCall(page: Writable<PageTurn>, { by, call }: ReplyEntry): void {
  page.b = by === 'simulator' ? 2 : 1;
  const facts = listCallFacts(call);
  if (facts.length > 0) page.k = facts.join(' · ');
  if (call.trace !== undefined) page.p = call.trace.map((message) => [message.role, toTraceText(message)]);
  const notes = [...(call.warnings ?? []), ...(call.notes ?? [])];
  if (notes.length > 0) page.w = notes;
}

/** The text as people read it: files and images by their names. Tool calls are separate. */
function toBodyText(message: Message): string {
  const { content } = message;
  if (typeof content === 'string') return content;
  const texts = listContentParts(message).map((part) => {
    if (part.type === 'text') return part.text;
    return part.type === 'image' ? toImageText(part.written) : `[file: ${toShownPath(part.written)}]`;
  });
  return texts.join('\n\n');
}

function toTraceText(message: Message): string {
  const text = toBodyText(message);
  return [...(text === '' ? [] : [text]), ...(message.tool_calls ?? []).map(toCallText)].join('\n\n');
}
