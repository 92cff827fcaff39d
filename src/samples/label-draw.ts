import type { JudgeCertificate } from '../conversation/certificate.ts';
import { findJudgeQuestion, isJudged } from '../conversation/judge/judgment.ts';
import type { LabelPick, LabelRequest } from '../conversation/label-request.ts';
import { toVariantName } from '../conversation/run/run-record.ts';
import type { ConversationStart } from '../conversation/stored-conversation.ts';
import type { Provenance } from '../conversation/verdict.ts';
import { drawSample } from '../statistics/resampling/draw-sample.ts';
import { seededRandom } from '../statistics/resampling/seeded-random.ts';
import type { CurationStore } from '../store/curation-port.ts';
import type { GradingChoice, RunStore } from '../store/port.ts';
import { toConversationUnit, toUnit } from './label-candidates.ts';

/** A conversation, and the replies in it that judges of one question were asked about. */
export interface JudgedConversation {
  readonly number: number;
  readonly start: ConversationStart;
  /** null: the whole conversation. */
  readonly turnIndexes: readonly (number | null)[];
}

/** What judges of one deck were asked about in a run. */
export interface JudgedQuestion {
  /** Path of the deck from the project root. */
  readonly question: string;
  readonly scale?: NonNullable<Provenance['scale']>;
  readonly conversations: readonly JudgedConversation[];
}

/**
 * What could be drawn for people, by deck: every conversation with a verdict by the deck, or with one that the judge could
 * not give. These are the conversations that reports count.
 */
export async function listJudgedQuestions(
  runs: Pick<RunStore, 'conversations'>,
  run: string,
  { judges, ...choice }: GradingChoice & { readonly judges: readonly JudgeCertificate[] },
): Promise<readonly JudgedQuestion[]> {
  const found = new Map<string, { scale?: JudgedQuestion['scale']; conversations: JudgedConversation[] }>();
  for await (const { number, start, end, verdicts } of runs.conversations(run, choice)) {
    if (end === undefined || end.status === 'skipped') continue;
    const judged = verdicts.filter(isJudged);
    for (const [question, own] of Map.groupBy(judged, (verdict) => findJudgeQuestion(verdict, judges))) {
      if (question === undefined) continue;
      const known = found.get(question) ?? { conversations: [] };
      found.set(question, known);
      known.scale ??= own[0]?.provenance.scale;
      known.conversations.push({ number, start, turnIndexes: [...new Set(own.map(({ turnIndex }) => turnIndex))] });
    }
  }
  return [...found].map(([question, { scale, conversations }]) => ({
    question,
    ...(scale === undefined ? {} : { scale }),
    conversations,
  }));
}

export interface RunDraw extends DrawnPicks {
  readonly seed: number;
  /** Conversations that could be drawn. */
  readonly population: number;
  /** Conversations that were judged only after the last draw, as in a run that was resumed. */
  readonly added: number;
}

interface RunDrawRequest {
  readonly run: string;
  /** Who draws. */
  readonly by: string;
  readonly count: number;
  /** Default: a new one for every draw, from 1. */
  readonly seed?: number;
}

/** Draws conversations of a run for people to score, and keeps the draw. What was drawn before is not drawn again. */
export async function drawRunLabels(
  { labelRequests }: Pick<CurationStore, 'labelRequests'>,
  { question, conversations }: JudgedQuestion,
  { run, by, count, seed: wanted }: RunDrawRequest,
): Promise<RunDraw> {
  const known = await labelRequests.list({ run, question });
  const earlier = known.flatMap(({ picks }) => picks);
  const seed = wanted ?? known.length + 1;
  const { picks, strata } = drawPicks(conversations, { run, count, seed, earlier });
  if (picks.length > 0) {
    const drawable = conversations.map(({ number }) => number);
    const drawn = { by, question, source: { run }, seed, frames: [run], strata: [...strata], conversations: drawable };
    await labelRequests.add(drawn, picks);
  }
  const population = sumPopulation(strata);
  const last = known.at(-1);
  const left = last === undefined ? population : sumPopulation(last.request.strata) - last.picks.length;
  return { seed, picks, strata, population, added: Math.max(0, population - left) };
}

function sumPopulation(strata: LabelRequest['strata']): number {
  return strata.reduce((sum, { population }) => sum + population, 0);
}

interface PickDraw {
  readonly run: string;
  readonly count: number;
  readonly seed: number;
  /** What was drawn before, and is not drawn again. */
  readonly earlier: readonly LabelPick[];
}

interface DrawnPicks {
  /** In random order. */
  readonly picks: readonly LabelPick[];
  readonly strata: LabelRequest['strata'];
}

/**
 * Draws conversations at random, and one random reply of each. Rates are reported by variant, so each variant is a stratum
 * and gets its share. What the judge said plays no part.
 */
export function drawPicks(
  conversations: readonly JudgedConversation[],
  { run, count, seed, earlier }: PickDraw,
): DrawnPicks {
  const drawn = new Set(earlier.map(toConversationUnit));
  const toSubject = nameSubjects(conversations, run);
  const variants = toVariants(conversations);
  const units = conversations
    .filter(({ number }) => !drawn.has(toConversationUnit({ unit: toUnit(number, null), frame: run })))
    .map((conversation) => ({
      conversation,
      stratum: variants.length > 1 ? toVariantName(conversation.start, variants) : '',
    }));
  const { picks, strata } = drawSample(units, { count, seed });
  // Another stream than that of the draw, so that reply and draw are independent.
  const random = seededRandom(-1 - seed);
  return {
    strata: [...strata],
    picks: picks.map(({ conversation, stratum }): LabelPick => {
      const { number, turnIndexes } = conversation;
      const turnIndex = turnIndexes[Math.floor(random() * turnIndexes.length)] ?? null;
      const subject = { ...toSubject(conversation), turnIndex };
      return { unit: toUnit(number, turnIndex), frame: run, stratum, replyShare: 1 / turnIndexes.length, subject };
    }),
  };
}

function toVariants(conversations: readonly JudgedConversation[]) {
  const byKey = new Map(
    conversations.map(({ start: { target, send, play } }) => [`${send} ${play} ${target}`, { target, send, play }]),
  );
  return [...byKey.values()];
}

type RunSubject = Omit<Extract<LabelPick['subject'], { readonly run: string }>, 'turnIndex'>;

/**
 * Names conversations in labels: by case, variant and repeat. Cases of several files may have the same id, and then the
 * the eval's name and the number of the file are part of the name.
 */
function nameSubjects(conversations: readonly JudgedConversation[], run: string) {
  const variants = toVariants(conversations);
  const naming =
    (toCase: (start: ConversationStart) => string) =>
    ({ start }: JudgedConversation): RunSubject => ({
      ...{ run, case: toCase(start), target: toVariantName(start, variants), repeat: start.repeat },
    });
  const isUnique = (toSubject: (conversation: JudgedConversation) => RunSubject) =>
    new Set(conversations.map((each) => JSON.stringify(toSubject(each)))).size === conversations.length;
  const byCase = naming(({ id }) => id);
  if (isUnique(byCase)) return byCase;
  const byEval = naming(({ eval: evalName, id }) => `${evalName}/${id}`);
  return isUnique(byEval) ? byEval : naming(({ file, eval: evalName, id }) => `${file + 1}:${evalName}/${id}`);
}
