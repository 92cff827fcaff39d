import { calibrateJudge } from '../../src/calibrate/calibrate-judge.ts';
import type { JudgedSample, JudgeSample, Variant } from '../../src/conversation/judge/calibration.ts';
import type { Scale } from '../../src/conversation/judge/deck.ts';
import type { Sample } from '../../src/conversation/sample.ts';
import type { UngradedCause } from '../../src/conversation/verdict.ts';
import type { ReportedJudge } from '../../src/report/calibration/html/calibration-html-input.ts';
import { sayWords } from './report-cases.ts';

const tags = ['refund', 'angry', 'short', 'policy', 'billing'];

/** A number from 0 to 1 that looks like chance and is always the same. */
function toChance(seed: number): number {
  const value = Math.sin(seed * 12.9898 + 4.1) * 43_758.5453;
  return value - Math.floor(value);
}

export interface JudgeTrait {
  readonly target: string;
  readonly deck?: string;
  /** How often it misses, 0–1. */
  readonly misses: number;
  /** Added to every score. */
  readonly shift?: number;
  /** One sample in this many cannot be graded. */
  readonly ungradedEvery?: number;
  readonly repeat?: number;
  readonly variants?: readonly Variant[];
}

export interface CalibratedOptions {
  readonly count: number;
  readonly scale?: Scale;
  readonly pass?: number;
  readonly toSample?: (number: number) => Sample;
}

/** Judges that were asked about the same made-up samples. */
export function toCalibratedJudges(
  traits: readonly JudgeTrait[],
  {
    count,
    scale = { min: -3, max: 3, step: 1 },
    pass = 1,
    toSample = (number) => makeSample(number, scale),
  }: CalibratedOptions,
): readonly ReportedJudge[] {
  const samples = Array.from({ length: count }, (_, number) => toSample(number));
  return traits.map((trait, judge) => {
    const own = samples.map((sample): JudgeSample => ({ judge, cluster: sample.id, sample }));
    const results = samples.flatMap((sample, number) => listResults(sample, { number, judge, trait, scale, pass }));
    const { target, deck = 'graders/tone.deck.md', repeat = 1 } = trait;
    return calibrateJudge({ deck, target, scale, pass, samples: own, results, repeat });
  });
}

/** A conversation of two to six messages, with one score or two raters' of which one in five differs. */
export function makeSample(number: number, scale: Scale): Sample {
  const turns = 1 + (number % 3);
  const score = toScore(toChance(number), scale);
  const other = toChance(number + 0.5) < 0.2 ? toScore(toChance(number + 0.7), scale) : score;
  const truth =
    number % 4 === 0
      ? {
          ratings: [
            { rater: 'ann', score, reason: sayWords(number, 8) },
            { rater: 'ben', score: other },
          ],
        }
      : { score, reason: sayWords(number + 5, 10) };
  return {
    id: `sample-${String(number).padStart(5, '0')}`,
    messages: Array.from({ length: turns }, (_, turn) => [
      { role: 'user', content: `${sayWords(number + turn, 14)}?` },
      { role: 'assistant', content: `${sayWords(number * 3 + turn, 40)}.` },
    ]).flat(),
    ...(number % 29 === 7 ? {} : truth),
    tags: [tags[number % tags.length] ?? 'refund', ...(number % 7 === 0 ? ['long'] : [])],
    split: 'tune',
    meta: {},
  };
}

function toScore(chance: number, { min, max, step }: Scale): number {
  const score = min + chance * (max - min);
  return step === 0 ? Number(score.toFixed(2)) : min + Math.round((score - min) / step) * step;
}

interface Asked {
  readonly number: number;
  readonly judge: number;
  readonly trait: JudgeTrait;
  readonly scale: Scale;
  readonly pass: number;
}

const causes: readonly UngradedCause[] = ['unparseable', 'timeout', 'out-of-scale'];

function listResults(sample: Sample, asked: Asked): readonly JudgedSample[] {
  const { repeat = 1, variants = [] } = asked.trait;
  const again = Array.from({ length: repeat }, (_, index) =>
    toResult(sample, { ...asked, repeat: index, variant: 'plain' }),
  );
  return [...again, ...variants.map((variant) => toResult(sample, { ...asked, repeat: 0, variant }))];
}

function toResult(sample: Sample, asked: Asked & Pick<JudgedSample, 'repeat' | 'variant'>): JudgedSample {
  const { number, judge, trait, scale, pass, repeat, variant } = asked;
  const { ungradedEvery = 0, misses, shift = 0, target } = trait;
  const grader = trait.deck ?? 'graders/tone.deck.md';
  const name = { judge, sample: sample.id, repeat, variant };
  const request = [
    {
      role: 'system',
      content: `Grade how friendly the last reply is, from ${scale.min} to ${scale.max}.\n${sayWords(1, 120)}`,
    },
    { role: 'assistant', content: 'What is the conversation?' },
    { role: 'user', content: JSON.stringify(sample.messages) },
  ];
  if (ungradedEvery > 0 && number % ungradedEvery === 3 % ungradedEvery) {
    const cause = causes[number % causes.length] ?? 'unparseable';
    const reason = `no score in the reply`;
    const judgment = {
      grader,
      turnIndex: null,
      request,
      ...(cause === 'timeout' ? {} : { reply: 'I would rather not.' }),
    };
    return { ...name, verdict: { grader, turnIndex: null, status: 'ungraded', cause, reason }, judgment };
  }
  const truth = sample.score ?? sample.ratings?.[0]?.score ?? scale.min;
  const seed = number + judge * 0.13 + (repeat + 1) * 0.01 + variant.length * 0.001;
  const far = toChance(seed) < misses ? (toChance(seed * 2) - 0.5) * (scale.max - scale.min) : 0;
  const given = Math.min(scale.max, Math.max(scale.min, truth + far + shift));
  const score = toScore((given - scale.min) / (scale.max - scale.min), scale);
  const reason = `${target} says: ${sayWords(number + 9, 12)}`;
  return {
    ...name,
    verdict: {
      ...{ grader, turnIndex: null, status: 'graded', score, reason },
      ...{ normalizedScore: (score - scale.min) / (scale.max - scale.min), pass: score >= pass },
    },
    judgment: {
      ...{ grader, turnIndex: null, request, reply: JSON.stringify({ reason, score }) },
      call: { latencyMs: 800, usage: { inputTokens: 420, outputTokens: 30 }, costUsd: 0.0004 },
    },
  };
}
