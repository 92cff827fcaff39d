import type { Deck } from '../../conversation/judge/deck.ts';
import type { Judgment } from '../../conversation/judge/judgment.ts';
import { toRecordedCall } from '../../conversation/run/run-record.ts';
import { type Target, TargetError } from '../../target/port.ts';
import type { CheckResult } from '../checks/check.ts';
import { renderDeck } from '../deck/render-deck.ts';
import { toFaultResult } from '../fault-result.ts';
import { toJudgeFailure } from './judge-failure.ts';
import { type JudgedSubject, toJudgeRequest } from './judge-request.ts';
import { type JudgeMaterial, listMissingContexts, toJudgeView } from './judge-values.ts';
import { withMarkerLines } from './marker-lines.ts';
import { readJudgeReply } from './read-judge-reply.ts';

/** What is put to a judge. */
export interface DeckQuestion {
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
