import type { Deck } from '../../conversation/judge/deck.ts';
import type { Judgment } from '../../conversation/judge/judgment.ts';
import { type ErrorCause, toRecordedCall } from '../../conversation/run/run-record.ts';
import { toTurnNumber } from '../../conversation/turn-number.ts';
import type { UngradedCause } from '../../conversation/verdict.ts';
import { formatMarked, type MisleadingLine } from '../../format/question.ts';
import { type Target, TargetError, type TargetReply, type TargetRequest } from '../../target/port.ts';
import { toFaultResult } from '../case-graders.ts';
import type { CheckResult } from '../checks/check.ts';
import { renderGot } from '../checks/excerpt.ts';
import { type JudgeMaterial, listMissingContexts, toJudgeView } from './judge-view.ts';
import { explainJudgeReply } from './parse-judge-reply.ts';
import { type DeckMessage, type RenderedDeck, renderDeck } from './render-deck.ts';

/** A question for a judge. */
interface DeckQuestion {
  readonly deck: Deck;
  readonly material: JudgeMaterial;
  readonly subject: JudgeSubject;
}

/** The target to ask, and the signals that stop it. */
export interface DeckCaller {
  readonly openTarget: () => Promise<Target>;
  readonly signal: AbortSignal;
  /** Aborted: no other judge is asked. */
  readonly waiting: AbortSignal;
}

/** The answer of a judge. `asked` is absent if nothing was sent. */
export interface DeckAnswer {
  readonly result: CheckResult;
  readonly asked?: Pick<Judgment, 'request' | 'reply' | 'call'>;
}

/** Asks a judge with its deck and parses the reply. Rejects only if it is stopped, or if the store fails. */
export async function askDeck(question: DeckQuestion, caller: DeckCaller): Promise<DeckAnswer> {
  const { deck, material, subject } = question;
  const { values, turns } = toJudgeView(deck, material);
  const missing = listMissingContexts(deck, values);
  if (missing.length > 0) {
    return { result: { cause: 'not-applicable', reason: explainMissing(missing, deck, subject.noun) } };
  }
  const rendered = renderDeck(deck, values);
  const request = [...rendered.messages];
  const toAnswer = (result: CheckResult, said: Omit<NonNullable<DeckAnswer['asked']>, 'request'> = {}): DeckAnswer => ({
    result: withMarkerLines(result, rendered.markerLines, turns),
    asked: { request, ...said },
  });
  try {
    const target = await caller.openTarget();
    caller.waiting.throwIfAborted();
    const { signal, waiting } = caller;
    const reply = await target.ask(toJudgeRequest(rendered.messages, subject, material), { signal, waiting });
    const said = { reply: reply.text, call: toRecordedCall(reply) };
    return toAnswer(readJudgeReply(reply, { deck, rendered }), said);
  } catch (error) {
    caller.signal.throwIfAborted();
    if (error instanceof TargetError) return toAnswer(toJudgeFailure(error));
    return { result: toFaultResult(error), asked: { request } };
  }
}

function explainMissing(names: readonly string[], { file }: Deck, noun: JudgeSubject['noun']): string {
  const listed = names.map((name) => `"${name}"`).join(', ');
  return `The deck ${file} uses ${listed}, which this ${noun} does not provide. Give the context a default, or remove it.`;
}

/**
 * The schema of a judge's reply, for providers with structured output. The reason comes first, because a model that
 * reasons first grades better.
 */
const verdictSchema = {
  name: 'verdict',
  schema: {
    type: 'object',
    properties: {
      reason: { type: 'string', description: 'Why, in one or two sentences.' },
      score: { anyOf: [{ type: 'number' }, { type: 'null' }], description: 'null when it cannot be graded.' },
      ungradable: { type: 'boolean', description: 'True when there is nothing that could be graded.' },
    },
    required: ['reason', 'score', 'ungradable'],
    additionalProperties: false,
  },
} as const;

/** The part of the subject that targets receive. */
export interface JudgeSubject {
  readonly noun: 'reply' | 'sample';
  readonly caseId: string;
  readonly repeat: number;
}

/**
 * The request of a deck for a target. Commands and http services that read a question get all messages with markers.
 */
function toJudgeRequest(
  messages: readonly DeckMessage[],
  { caseId, repeat }: JudgeSubject,
  { turns }: Pick<JudgeMaterial, 'turns'>,
): TargetRequest {
  const replies = turns.filter(({ message }) => message.role === 'assistant').length;
  return {
    send: 'messages',
    get question() {
      return formatMarked(messages).text;
    },
    guidelines: '',
    messages,
    files: [],
    replyIndex: Math.max(0, replies - 1),
    repeat,
    caseId,
    replySchema: verdictSchema,
  };
}

const causes: { readonly [Cause in ErrorCause]?: UngradedCause } = {
  timeout: 'timeout',
  'context-too-long': 'too-long',
  'content-filter': 'refused',
  'empty-reply': 'unparseable',
  'malformed-reply': 'unparseable',
  'reply-too-long': 'unparseable',
};

/** The result if the judge did not answer. */
function toJudgeFailure({ info }: TargetError): CheckResult {
  const cause = causes[info.cause] ?? 'provider-error';
  const more = cause === 'too-long' ? ' Set `window` in the deck to limit how many turns the judge sees.' : '';
  return { cause, reason: `The judge did not answer. ${info.message}${more}` };
}

/** The position of a shown message in the whole conversation. */
interface ShownPlace {
  readonly turnIndex: number;
}

/** In a transcript, a line such as `[User]:` inside a message looks like a turn. The verdict mentions it. */
function withMarkerLines(
  result: CheckResult,
  lines: readonly MisleadingLine[],
  turns: readonly ShownPlace[],
): CheckResult {
  if (lines.length === 0) return result;
  const markerLines = lines.map(({ turnIndex, text }) => ({
    turnIndex: turns[turnIndex]?.turnIndex ?? turnIndex,
    text,
  }));
  const places = markerLines.map(({ turnIndex }) => toTurnNumber(turnIndex)).join(', ');
  const note = `In the transcript, text of turn ${places} looks like a separate turn.`;
  return {
    ...result,
    reason: `${result.reason}${result.reason === '' ? '' : ' '}(${note})`,
    evidence: { markerLines },
  };
}

/** The question that a reply answers. */
interface JudgeQuestion {
  readonly deck: Deck;
  readonly rendered: RenderedDeck;
}

function readJudgeReply({ text, call, isStructured }: TargetReply, { deck, rendered }: JudgeQuestion): CheckResult {
  if (call.finishReason === 'content-filter') {
    return { cause: 'refused', reason: "The provider's content filter stopped the judge." };
  }
  const cutOff = call.finishReason === 'length';
  const read = explainJudgeReply(text, { ...deck.scale, shown: rendered.shown, structured: isStructured, cutOff });
  if (read.status === 'graded') return { score: read.score, reason: read.reason };
  if (read.cause !== 'unparseable') return { cause: read.cause, reason: read.reason };
  const reason = withSaid(read.reason, text.trim());
  return { cause: read.cause, reason: cutOff ? `${reason} ${cutOffHint}` : reason };
}

const saidLength = 120;

/** Without a score, people want to see what the judge said. */
function withSaid(reason: string, said: string): string {
  return said === '' ? reason : `${reason} ${renderGot(said, 0, saidLength)}`;
}

const cutOffHint = "It was cut off. Raise the judge's max_output_tokens.";
