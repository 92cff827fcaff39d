import type { Deck } from '../../conversation/judge/deck.ts';
import type { Judgment } from '../../conversation/judge/judgment.ts';
import { type ErrorCause, toRecordedCall } from '../../conversation/run/run-record.ts';
import { toTurnNumber } from '../../conversation/turn-number.ts';
import type { UngradedCause } from '../../conversation/verdict.ts';
import { formatMarked, type MisleadingLine } from '../../format/question.ts';
import { type Target, TargetError, type TargetReply, type TargetRequest } from '../../target/port.ts';
import type { CheckResult } from '../checks/check.ts';
import { tellGot } from '../checks/excerpt.ts';
import { toFaultResult } from '../grader.ts';
import { type JudgeMaterial, type JudgeValues, listMissingContexts, toJudgeView } from './judge-view.ts';
import { explainJudgeReply } from './parse-judge-reply.ts';
import { type DeckMessage, type RenderedDeck, renderDeck } from './render-deck.ts';

/** What is put to a judge. */
interface DeckQuestion {
  readonly deck: Deck;
  readonly material: JudgeMaterial;
  readonly subject: JudgedSubject;
}

/** Who is asked, and what stops it. */
export interface DeckCaller {
  readonly openTarget: () => Promise<Target>;
  readonly signal: AbortSignal;
  /** Aborted: no further judge is asked. */
  readonly waiting: AbortSignal;
}

/** What came of it. `asked` is absent when nothing could be asked. */
export interface DeckAnswer {
  readonly result: CheckResult;
  readonly asked?: Pick<Judgment, 'request' | 'reply' | 'call'>;
}

/** Asks a judge by its deck, and reads what it says. Rejects only when it is stopped, or when the store fails. */
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
    return toAnswer(readJudgeReply(reply, { deck, values, rendered }), said);
  } catch (error) {
    caller.signal.throwIfAborted();
    if (error instanceof TargetError) return toAnswer(toJudgeFailure(error));
    return { result: toFaultResult(error), asked: { request } };
  }
}

function explainMissing(names: readonly string[], { file }: Deck, noun: JudgedSubject['noun']): string {
  const listed = names.map((name) => `"${name}"`).join(', ');
  return `The deck ${file} uses ${listed}, which this ${noun} does not provide. Give the context a default, or remove it.`;
}

/** What a judge answers with, for providers that can be held to it. The reason comes first: who thinks first grades better. */
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

/** What a judge speaks of, as far as targets look at it. */
export interface JudgedSubject {
  readonly noun: 'reply' | 'sample';
  readonly caseId: string;
  readonly repeat: number;
}

/** The request of a deck as a target takes it. Commands and http services that read a question get all of it marked. */
function toJudgeRequest(
  messages: readonly DeckMessage[],
  { caseId, repeat }: JudgedSubject,
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

/** A judge that did not answer: why there is no score. */
function toJudgeFailure({ info }: TargetError): CheckResult {
  const cause = causes[info.cause] ?? 'provider-error';
  const more = cause === 'too-long' ? ' Set `window` in the deck to limit how many turns the judge sees.' : '';
  return { cause, reason: `The judge did not answer. ${info.message}${more}` };
}

/** Where a message that the judge was shown stands in the whole conversation. */
interface ShownPlace {
  readonly turnIndex: number;
}

/** In a transcript a line such as `[User]:` inside a message could be taken for a turn: the verdict says so. */
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

/** What a judge was asked. */
interface JudgeQuestion {
  readonly deck: Deck;
  readonly values: JudgeValues;
  readonly rendered: RenderedDeck;
}

function readJudgeReply(
  { text, call, isStructured }: TargetReply,
  { deck, values, rendered }: JudgeQuestion,
): CheckResult {
  if (call.finishReason === 'content-filter') {
    return { cause: 'refused', reason: "The provider's content filter stopped the judge." };
  }
  const shown = toShownTexts(deck, values, rendered);
  const cutOff = call.finishReason === 'length';
  const read = explainJudgeReply(text, { ...deck.scale, shown, structured: isStructured, cutOff });
  if (read.status === 'graded') return { score: read.score, reason: read.reason };
  if (read.cause !== 'unparseable') return { cause: read.cause, reason: read.reason };
  const reason = withSaid(read.reason, text.trim());
  return { cause: read.cause, reason: cutOff ? `${reason} ${cutOffHint}` : reason };
}

const saidLength = 120;

/** Who reads that there is no score wants to know what was said instead. */
function withSaid(reason: string, said: string): string {
  return said === '' ? reason : `${reason} ${tellGot(said, 0, saidLength)}`;
}

const cutOffHint = "It was cut off. Raise the judge's max_output_tokens.";

/** Every text the judge was shown that is not the deck's own, as it was rendered. A judge that quotes quotes one of these. */
function toShownTexts(deck: Deck, values: JudgeValues, { messages }: RenderedDeck): readonly string[] {
  return deck.contexts.flatMap(({ name }, index) => {
    // The deck's text, then a question and a value for each context.
    const shown = messages[2 * index + 2]?.content;
    return shown === undefined || !Object.hasOwn(values, name) ? [] : [shown];
  });
}
