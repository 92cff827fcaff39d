import type { Clock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { toResultsPrompt } from '../../conversation/grader-spec.ts';
import type { Deck } from '../../conversation/judge/deck.ts';
import { type PromptSource, toPromptSource } from '../../conversation/judge/prompt-spec.ts';
import type { PlayedMessage } from '../../conversation/run/run-record.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import type { FormatOptions } from '../../format/attachment.ts';
import { listShownTexts } from '../../format/question.ts';
import type { Target } from '../../target/port.ts';
import {
  type CaseGrader,
  type GradeRequest,
  type GradeResult,
  type Grader,
  toFaultResult,
  toVerdict,
} from '../case-graders.ts';
import { readParts, toComposite, toResults, withRequired } from '../composite.ts';
import { type GradedConversation, type GradedReply, listTrace } from '../graded-conversation.ts';
import { type TurnKey, toTurnKey } from '../turn-key.ts';
import { askDeck, type DeckAnswer, type JudgeSubject } from './ask-deck.ts';
import { toJudgeProvenance } from './judge-provenance.ts';
import { type JudgeMaterial, type SeenTurn, toSeenMessage } from './judge-view.ts';
import { outcomeDeck } from './outcome-deck.ts';

export interface JudgeOptions {
  /** Returns the deck of a grader. Throws a Fault if it cannot be used. */
  readonly getDeck: (source: DeckSource) => Deck;
  /** Opens a target with cache, limits, retries, budget and recording. */
  readonly openTarget: (id: string) => Promise<Target>;
  readonly specOf: (id: string) => TargetSpec | undefined;
  /** The judge target if neither grader nor deck sets one. */
  readonly defaultTarget?: string | undefined;
  /** Reads files attached to a reference. */
  readonly files?: FormatOptions;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Aborted: no other judge is asked. */
  readonly waiting: AbortSignal;
}

/** Opens the judge of an eval file. It follows the deck of each grader and asks its target. */
export function openJudge(options: JudgeOptions): Grader {
  return { grade: (request) => new Judging(request, options).grade() };
}

/** What the deck of a grader is read from: the path of a deck, or a prompt. */
export type DeckSource = string | (PromptSource & { readonly isOfResults: boolean });

/** The deck of a grader: the one it names, its prompt, or the built-in one for `outcome` and `rubric`. */
export function getGraderDeck({ spec }: Pick<CaseGrader, 'spec'>, getDeck: (source: DeckSource) => Deck): Deck {
  const { judge, prompt, composite } = spec;
  const ofResults = toResultsPrompt(composite)?.prompt;
  const written = prompt ?? ofResults;
  if (written !== undefined) return getDeck({ ...toPromptSource(written), isOfResults: ofResults !== undefined });
  return judge === undefined ? outcomeDeck : getDeck(judge);
}

/** Id of the target to ask: the grader's own, the deck's, or the default. */
export function findJudgeTarget(
  { spec }: Pick<CaseGrader, 'spec'>,
  deck: Deck,
  defaultTarget: string | undefined,
): string | undefined {
  return spec.target ?? toResultsPrompt(spec.composite)?.target ?? deck.target ?? defaultTarget;
}

/** One question to a judge, with what is known so far. */
class Judging {
  readonly #request: GradeRequest;
  readonly #options: JudgeOptions;
  #deck: Deck | undefined;
  #target: TargetSpec | undefined;

  constructor(request: GradeRequest, options: JudgeOptions) {
    this.#request = request;
    this.#options = options;
  }

  async grade(): Promise<GradeResult> {
    try {
      return this.#toResult(await this.#judge());
    } catch (error) {
      return this.#toResult({ result: toFaultResult(error) });
    }
  }

  async #judge(): Promise<DeckAnswer> {
    const { grader } = this.#request;
    const { getDeck, openTarget, specOf, defaultTarget, files, signal, waiting } = this.#options;
    const deck = getGraderDeck(grader, getDeck);
    this.#deck = deck;
    const id = findJudgeTarget(grader, deck, defaultTarget);
    if (id === undefined) return { result: { cause: 'no-judge', reason: noJudge } };
    this.#target = specOf(id);
    if (this.#target === undefined)
      return { result: { cause: 'no-judge', reason: `There is no target "${id}" for the judge.` } };
    const material = toReplyMaterial(this.#request, files);
    const subject = toSubject(this.#request);
    const answer = await askDeck({ deck, material, subject }, { openTarget: () => openTarget(id), signal, waiting });
    const parts = listPartResults(this.#request);
    return parts === undefined
      ? answer
      : { ...answer, result: withRequired(answer.result, parts, toComposite(grader)) };
  }

  #toResult({ result, asked }: DeckAnswer): GradeResult {
    const { grader, reply } = this.#request;
    const { scale, pass } = this.#deck ?? outcomeDeck;
    const turnIndex = reply?.turnIndex ?? null;
    const verdict = toVerdict({ grader, turnIndex }, result, { scale, threshold: pass });
    const judgment = asked === undefined ? {} : { judgment: { grader: grader.id, turnIndex, ...asked } };
    const { clock } = this.#options;
    const provenance = toJudgeProvenance(grader, {
      at: new Date(clock.now()).toISOString(),
      ...definedOnly({ deck: this.#deck, target: this.#target, call: asked?.call }),
    });
    return { verdict: { ...verdict, provenance }, ...judgment };
  }
}

/** The parts of a composite. Undefined: it is another grader. */
function listPartResults(request: GradeRequest) {
  if (request.grader.kind !== 'composite') return undefined;
  const reading = readParts(request);
  return 'parts' in reading ? reading.parts : [];
}

function toSubject({ conversation: { evalCase, repeat } }: GradeRequest): JudgeSubject {
  return { noun: 'reply', caseId: evalCase.id, repeat };
}

const noJudge = 'No judge target is set. Add `judge: <target id>` to the eval file, or pass --judge <id>.';

/** What a judge is shown of a played conversation: a reply and what came before it, or the whole. */
function toReplyMaterial(request: GradeRequest, files: FormatOptions = {}): JudgeMaterial {
  const { grader, conversation, reply } = request;
  const parts = listPartResults(request);
  const last = reply ?? conversation.replies.at(-1);
  const key: TurnKey = last === undefined ? { refs: [] } : toTurnKey(conversation, last, files);
  const asked = last === undefined ? undefined : conversation.requestOf(last);
  // For a whole conversation, the outcome of the case counts, not that of its last turn.
  const outcome = reply === null ? (conversation.evalCase.outcome ?? key.outcome) : key.outcome;
  return {
    turns: listTurns(conversation, reply),
    expected: { ...key, outcome: grader.kind === 'rubric' ? grader.spec.rubric : outcome },
    question: asked?.question,
    guidelines: asked?.guidelines,
    ...(parts === undefined ? {} : { results: toResults(parts) }),
  };
}

/**
 * The conversation up to the graded reply. In every-turn play it is the known history that the target got. null: the
 * whole conversation as played. Tool calls of an agent come before their reply.
 */
function listTurns(conversation: GradedConversation, reply: GradedReply | null): readonly SeenTurn[] {
  return listSaid(conversation, reply).flatMap(({ played, turnIndex }) => {
    const trace = listTrace(turnIndex, conversation, reply).map((message) => ({
      message,
      texts: [...listShownTexts(message, {})],
    }));
    return [...trace, played].map((one) => ({ turnIndex, message: toSeenPlayed(one) }));
  });
}

interface SaidMessage {
  readonly played: PlayedMessage;
  readonly turnIndex: number;
}

/** Messages with their positions. A script leaves gaps for reference turns. */
function listSaid(conversation: GradedConversation, reply: GradedReply | null): readonly SaidMessage[] {
  if (reply === null) return withPlaces(conversation.played, conversation.places);
  const { history, places } = conversation.requestOf(reply);
  return [...withPlaces(history, places), { played: { message: reply.message }, turnIndex: reply.turnIndex }];
}

function withPlaces(messages: readonly PlayedMessage[], places: readonly number[] = []): readonly SaidMessage[] {
  return messages.map((played, index) => ({ played, turnIndex: places[index] ?? index }));
}

function toSeenPlayed({ message, texts = [] }: PlayedMessage) {
  const { content, tool_calls: calls = [] } = message;
  // The last texts are tool calls, which are shown separately.
  const shown = typeof content === 'string' ? content : texts.slice(0, texts.length - calls.length).join('\n\n');
  return toSeenMessage(message, shown);
}
