import type { DrawnReply, QuestionLabels } from '../conversation/label-request.ts';
import type { Estimate } from '../statistics/estimate.ts';
import type { LabeledPart } from '../statistics/trust/ppi-mean.ts';
import { type PpiRate, planLabels, ppiRate } from '../statistics/trust/ppi-rate.ts';
import { leastAnswered } from './gate/evidence.ts';

/** A reply that a judge was asked about. */
export interface JudgedReply {
  readonly conversation: number;
  readonly turnIndex: number | null;
  /** The judge gave a verdict, and it is a pass. */
  readonly isPass: boolean;
  /** Replies of one cluster are not independent. */
  readonly cluster: string;
}

export interface LabeledRate extends Estimate {
  readonly question: string;
  /**
   * `ppi`: labels and the judge's verdicts on the rest. `labels-only`: the labels alone, see `why`. `bound`: too many
   * drawn replies have no label; `low` counts them as fails, `high` as passes.
   */
  readonly method: PpiRate['method'] | 'bound';
  /** Replies that were drawn, and those of them that people scored. */
  readonly drawn: number;
  readonly answered: number;
  /** Labels that are passes. */
  readonly passes: number;
  /** Replies that the judge alone was asked about. */
  readonly judgeOnly: number;
  /** Conversations that no draw could have drawn, because the run was resumed after it: the rate does not cover them. */
  readonly leftOut: number;
  /** Labels that are not counted, because a person chose what to label. */
  readonly chosen: number;
  readonly effectiveN: number;
  /** How far the judge is believed: 0 is not at all. */
  readonly lambda: number;
  /** What more labels would buy: half the width of the interval now, and after them. Absent: nothing is left to draw. */
  readonly more?: { readonly labels: number; readonly halfWidth: number; readonly halfWidthAfter: number };
}

interface LabeledInput extends QuestionLabels {
  /** The score from which the judge passed; null under `not`, which passes below one. */
  readonly pass: number | null;
}

/** As many as a first draw should have. */
const nextLabels = 40;

/**
 * The pass rate that people would give to all replies a judge was asked about, from labels of replies that were drawn at
 * random, see `ppiRate`. It assumes the random draw and nothing about the judge: a verdict that it could not give counts
 * as a fail of the judge, in the labeled replies and in the others alike.
 *
 * Labels weigh 1/inclusion probability, so that each reply counts the same, whatever the length of its conversation.
 * Conversations that a draw could not draw are left out, so the rate is that of the others. Below 90% answered the rate is
 * a bound. Labels that no draw asked for are only counted.
 * Undefined: there are no labels of these replies, and none was asked for.
 */
export function labelPassRate(all: readonly JudgedReply[], input: LabeledInput): LabeledRate | undefined {
  const { question, pass, chosen } = input;
  const eligible = input.eligible === undefined ? undefined : new Set(input.eligible);
  const replies = all.filter(({ conversation }) => eligible?.has(conversation) !== false);
  const leftOut = countConversations(all) - countConversations(replies);
  const byKey = new Map(replies.map((reply) => [toKey(reply), reply]));
  // Two people may draw at the same time, and so the same reply.
  const unique = new Map(input.drawn.map((draw) => [toKey(draw), draw]));
  const drawn = [...unique].flatMap(([key, draw]) => (byKey.has(key) ? [draw] : []));
  const answered = drawn.filter(({ score }) => score !== null);
  if (drawn.length === 0 && chosen.length === 0) return undefined;
  const passes = answered.filter(({ score }) => score !== null && pass !== null && score >= pass).length;
  const counts = { question, drawn: drawn.length, answered: answered.length, passes, chosen: chosen.length, leftOut };
  const without = { ...nothing, ...counts, n: answered.length };
  if (drawn.length === 0) return { ...without, why: 'none of the labeled conversations was drawn at random' };
  if (pass === null) return { ...without, why: 'the grader sets `not`, and labels have no passing score for that' };
  const toPart = (labeled: readonly DrawnReply[], missing: number): LabeledPart => {
    const toLabel = ({ score }: DrawnReply) => (score === null ? missing : Number(score >= pass));
    // Every conversation of these replies had the same chance to be drawn.
    const chance = ((drawn[0]?.conversationChance ?? 0) * labeled.length) / drawn.length;
    return toLabeledPart(replies, { labeled, toLabel, chance });
  };
  if (answered.length < leastAnswered * drawn.length) {
    const [low, high] = [ppiRate(toPart(drawn, 0)), ppiRate(toPart(drawn, 1))];
    const why = 'too few of the drawn replies have a label';
    return { ...without, low: low.low, high: high.high, method: 'bound', why };
  }
  const part = toPart(answered, 0);
  const left = countConversations(replies) - drawn.length;
  return { ...ppiRate(part), ...counts, judgeOnly: part.judgeOnUnlabeled.length, ...planMore(part, left) };
}

function countConversations(replies: readonly JudgedReply[]): number {
  return new Set(replies.map(({ conversation }) => conversation)).size;
}

const nothing = {
  ...{ value: null, low: null, high: null, method: 'labels-only' as const },
  ...{ judgeOnly: 0, effectiveN: 0, lambda: 0 },
};

interface LabeledReplies {
  readonly labeled: readonly DrawnReply[];
  readonly toLabel: (draw: DrawnReply) => number;
  /** The chance of each conversation to be among the labeled ones. */
  readonly chance: number;
}

function toLabeledPart(replies: readonly JudgedReply[], { labeled, toLabel, chance }: LabeledReplies): LabeledPart {
  const byKey = new Map(replies.map((reply) => [toKey(reply), reply]));
  const known = labeled.flatMap((draw) => {
    const reply = byKey.get(toKey(draw));
    return reply === undefined ? [] : [{ draw, reply }];
  });
  const keys = new Set(labeled.map(toKey));
  const rest = replies.filter((reply) => !keys.has(toKey(reply)));
  const perConversation = new Map<number, number>();
  for (const { conversation } of replies) {
    perConversation.set(conversation, (perConversation.get(conversation) ?? 0) + 1);
  }
  return {
    labels: known.map(({ draw }) => toLabel(draw)),
    judgeOnLabeled: known.map(({ reply }) => Number(reply.isPass)),
    weights: known.map(({ draw }) => 1 / draw.inclusionProbability),
    clusters: known.map(({ reply }) => reply.cluster),
    judgeOnUnlabeled: rest.map(({ isPass }) => Number(isPass)),
    unlabeledWeights: rest.map(({ conversation }) => toRestWeight(chance / (perConversation.get(conversation) ?? 1))),
    unlabeledClusters: rest.map(({ cluster }) => cluster),
  };
}

/**
 * Replies of short conversations are drawn more often, so that fewer of them are left: 1/(chance not to be drawn). A
 * chance near 1 for what is left means that the run was resumed after the draw.
 */
function toRestWeight(chance: number): number {
  return 1 / (1 - Math.min(chance, 0.99));
}

function planMore(part: LabeledPart, left: number): Pick<LabeledRate, 'more'> {
  const { halfWidth, withMore } = planLabels(part, [Math.min(nextLabels, left)]);
  const [next] = withMore;
  if (halfWidth === null || next === undefined || next.more === 0) return {};
  return { more: { labels: next.more, halfWidth, halfWidthAfter: next.halfWidth } };
}

function toKey({ conversation, turnIndex }: Pick<DrawnReply, 'conversation' | 'turnIndex'>): string {
  return `${conversation}:${turnIndex}`;
}
