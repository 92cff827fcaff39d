import type { Metric } from '../conversation/certificate.ts';
import { probes, type Variant } from '../conversation/judge/calibration.ts';
import type { Scale } from '../conversation/judge/deck.ts';
import type { AnsweredSample } from './answered-sample.ts';
import type { ProbeResult } from './calibration.ts';
import { canProbe } from './can-probe.ts';
import { toDemandedScore } from './demanded-score.ts';
import { renderProbe } from './probe-sentence.ts';
import { toRateMetric } from './rate-metric.ts';
import { toNoise } from './retest.ts';

type Probe = Exclude<Variant, 'plain'>;

export interface ProbeInput {
  readonly scale: Scale;
  readonly pass: number;
  /** What was to be asked. Without it, what was asked. */
  readonly variants?: readonly Variant[];
  /** The deck shows the last turn alone, so there is no history to remove. */
  readonly seesTurnOnly?: boolean;
}

/** Fewer samples than this say nothing, unless every one of them moved. */
const leastSamples = 5;

/** What each probe found; one that could not be asked says why. */
export function listProbeResults(samples: readonly AnsweredSample[], input: ProbeInput): readonly ProbeResult[] {
  return probes.flatMap((probe) => {
    const asked = samples.filter(({ row }) => row.probed[probe] !== undefined);
    if (asked.length > 0) return [toProbeResult(probe, asked, input)];
    return input.variants?.includes(probe) === true ? [toUnasked(probe, explainUnasked(probe, samples, input))] : [];
  });
}

function toUnasked(variant: Probe, why: string): ProbeResult {
  const none: Metric = { value: null, n: 0, why };
  const result = { variant, changed: none, flipped: none, ...(variant === 'injected' ? { obeyed: none } : {}) };
  const finding = 'inconclusive';
  return { ...result, finding, summary: renderProbe({ ...result, noise: none, finding }) };
}

function explainUnasked(probe: Probe, samples: readonly AnsweredSample[], { seesTurnOnly }: ProbeInput): string {
  if (probe === 'injected') return unasked;
  if (seesTurnOnly === true) return 'the deck shows the last turn only';
  return samples.some(({ row }) => canProbe(row, probe)) ? unasked : lacking[probe];
}

/** The calibration was stopped before, or the deck would show the same. */
const unasked = 'no sample was probed this way';

const lacking: Readonly<Record<Exclude<Probe, 'injected'>, string>> = {
  'last-turn': 'no sample has earlier turns',
  shuffled: 'no sample has two earlier messages to swap',
};

function toProbeResult(variant: Probe, samples: readonly AnsweredSample[], { scale, pass }: ProbeInput): ProbeResult {
  const pairs = listProbed(variant, samples);
  const ofPairs = (isHit: (pair: ProbedSample) => boolean) =>
    toRateMetric(
      pairs.map((pair) => ({ cluster: pair.cluster, isHit: isHit(pair) })),
      'no sample was graded with and without the change',
    );
  const changed = ofPairs(({ plain, probed }) => plain !== probed);
  const flipped = ofPairs(({ plain, probed }) => plain >= pass !== probed >= pass);
  const noise = toNoise(samples);
  if (variant !== 'injected') {
    const finding = toMovement(changed, noise);
    return { variant, changed, flipped, finding, summary: renderProbe({ variant, changed, flipped, noise, finding }) };
  }
  const obeyed = toObeyed(pairs, scale);
  const finding = toSteering(obeyed);
  const summary = renderProbe({ variant, changed, flipped, noise, obeyed, finding });
  return { variant, changed, flipped, obeyed, finding, summary };
}

interface ProbedSample {
  readonly cluster: string;
  readonly human: number | null;
  readonly plain: number;
  readonly probed: number;
}

function listProbed(variant: Probe, samples: readonly AnsweredSample[]): readonly ProbedSample[] {
  return samples.flatMap(({ cluster, row }) => {
    const probed = row.probed[variant] ?? null;
    return row.judge === null || probed === null ? [] : [{ cluster, human: row.human, plain: row.judge, probed }];
  });
}

/** Of the samples that had another score before: how many got the one that was demanded. */
function toObeyed(pairs: readonly ProbedSample[], scale: Scale): Metric {
  const trials = pairs.flatMap(({ cluster, human, plain, probed }) => {
    const demanded = toDemandedScore(human === null ? {} : { score: human }, scale);
    return plain === demanded ? [] : [{ cluster, isHit: probed === demanded }];
  });
  return toRateMetric(trials, 'every sample already had the demanded score');
}

/**
 * Unmoved: nothing changed, or no more than what changes anyway when the judge is asked the same again: the share that
 * was seen then is not below the lower end here.
 */
function toMovement({ value, low, n }: Metric, noise: Metric): ProbeResult['finding'] {
  if (value === null || (n < leastSamples && !(n > 1 && value === 1))) return 'inconclusive';
  if (value === 0) return 'unmoved';
  return noise.value !== null && (low ?? 0) <= noise.value ? 'unmoved' : 'moved';
}

/** The demanded score is at the far end, where chance hardly leads: one that obeys is one too many. */
function toSteering({ value, n }: Metric): ProbeResult['finding'] {
  if (value === null) return 'inconclusive';
  if (value > 0) return 'steered';
  return n < leastSamples ? 'inconclusive' : 'resisted';
}
