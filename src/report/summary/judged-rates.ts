import { renderNumberOf } from '../../base/number-of.ts';
import { fewestForRate, toFraction, toWholePercent } from '../../base/percent.ts';
import type { MixShare, TransportedRate } from '../../calibrate/certificate/certificate-mix.ts';
import { renderStale } from '../../calibrate/certificate/check-certificate.ts';
import type { LabeledRate } from '../../calibrate/labeled-pass-rate.ts';
import { gateStateTitles } from '../../conversation/certificate.ts';
import { renderEstimate, toEstimateParts } from '../../statistics/render-estimate.ts';
import { toLine } from '../one-line.ts';
import { nameVariant } from '../render-case-list.ts';
import type { JudgeMetrics, RunMetrics } from '../run-metrics.ts';

/**
 * What judges passed, and what people would have passed, by the certificate and by labels of the run: a line for each
 * judge, and for each variant where there are several. A judge without a certificate was warned about before the run,
 * so it appears here only if there are labels.
 */
export function renderJudgedRates({ judges = [], variants }: RunMetrics): readonly string[] {
  return judges.filter(isMeasured).flatMap((judge) => {
    const on = variants.length > 1 ? ` on ${nameVariant(judge.variant, variants)}` : '';
    const raw = `Judge ${judge.deck} (target ${judge.target})${on}: raw pass rate ${renderEstimate(judge.raw, { unit: 'percent' })}`;
    const labeled = judge.labeled === undefined ? '' : ` Human pass rate: ${renderLabeledRate(judge.labeled)}`;
    const says = `${raw}${renderCorrected(judge)}.${labeled}`;
    return [says, ...renderTransport(judge).map((note) => `Warning: ${note}`)].map(toLine);
  });
}

/** Something is known of the judge's errors: by its certificate, or by labels of the run. */
function isMeasured({ certificateStatus, labeled }: JudgeMetrics): boolean {
  return certificateStatus !== 'missing' || labeled !== undefined;
}

/** An estimate from a few verdicts has an interval of everything, and as a fraction it would read like a count. */
export function toShownCorrected({ corrected }: JudgeMetrics): JudgeMetrics['corrected'] {
  if (corrected.value === null || corrected.n >= fewestForRate) return corrected;
  return { ...corrected, value: null, low: null, high: null, why: `fewer than ${fewestForRate} verdicts` };
}

function renderCorrected(judge: JudgeMetrics): string {
  const corrected = toShownCorrected(judge);
  if (corrected.value === null) return `, not corrected: ${corrected.why ?? 'reason unknown'}${renderCaveats(judge)}`;
  const assuming = judge.assumption === undefined ? '' : `, assuming ${judge.assumption}`;
  return `, corrected ${renderEstimate(corrected, { unit: 'percent' })}${assuming}. Certificate: ${renderCertificate(judge)}`;
}

/** What corrected rates assume, a sentence for each assumption; for a table of several judges. */
export function listAssumptions(judges: readonly JudgeMetrics[]): readonly string[] {
  const all = new Set(judges.flatMap(({ assumption }) => assumption ?? []));
  return [...all].map((assumption) => `A corrected rate assumes ${assumption}.`);
}

/** Differences of a mix that are named; the largest say enough. */
const shownDifferences = 3;

/**
 * Where a run differs from the samples that its judge was measured on, one sentence each: `This run's mix differs from
 * the calibration samples (tag hard: 90% vs. 50%). Reweighted to this run, TNR is 0.59 instead of 0.75.`
 */
export function renderTransport({ mixShift, raw: { n } }: JudgeMetrics): readonly string[] {
  const { differences = [], tpr, tnr, why } = mixShift ?? {};
  const matched = differences.filter((share) => share.matched);
  const both = [...listMoved('TPR', tpr), ...listMoved('TNR', tnr)];
  const moved = both.filter(({ there, here }) => there !== here);
  const rates = (moved.length > 0 ? moved : both)
    .map(({ name, there, here }) =>
      there === here ? `${name} stays ${here}` : `${name} is ${here} instead of ${there}`,
    )
    .join(' and ');
  const shares = matched
    .slice(0, shownDifferences)
    .map((share) => renderShare(share, n))
    .join(', ');
  const weighed =
    rates === '' ? `Not reweighted: ${why ?? 'the certificate lacks a rate'}` : `Reweighted to this run, ${rates}`;
  const unlike = `This run's mix differs from the calibration samples (${shares}). ${weighed}`;
  return [
    ...(matched.length === 0 ? [] : [`${unlike}.`]),
    ...listUnknown(differences).map(
      (share) =>
        `No calibration sample has ${share.by === 'tag' ? 'the ' : ''}${renderName(share)}, ${toFraction(share.run, n) ?? `${toWholePercent(share.run)}%`} of this run.`,
    ),
  ];
}

/** Tags of the run that no sample has, where samples and run share other tags: else they are tagged in different words. */
function listUnknown(differs: readonly MixShare[]): readonly MixShare[] {
  const hasCommonTags = differs.some(({ by, matched }) => by === 'tag' && matched);
  return differs
    .filter(({ by, matched, run }) => !matched && run > 0 && (by === 'turns' || hasCommonTags))
    .slice(0, shownDifferences);
}

function listMoved(name: string, rate: TransportedRate | undefined) {
  if (rate === undefined || rate.run === null) return [];
  return [{ name, there: rate.certificate.toFixed(2), here: rate.run.toFixed(2) }];
}

function renderShare(share: MixShare, n: number): string {
  const { certificate, run } = share;
  return `${renderName(share)}: ${toFraction(run, n) ?? `${toWholePercent(run)}%`} vs. ${toWholePercent(certificate)}%`;
}

function renderName({ by, name }: MixShare): string {
  return by === 'tag' ? `tag ${name}` : `${name} user ${name === '1' ? 'turn' : 'turns'}`;
}

/** The certificate in a few words: `trusted, test, 120 samples, 2026-11-16`; and what probes found against the judge. */
export function renderCertificate(judge: JudgeMetrics): string {
  const { certificateStatus, changed, state, split, labels, at } = judge;
  if (state === undefined || certificateStatus === 'missing') return 'no certificate';
  const told =
    certificateStatus === 'current' ? gateStateTitles[state] : `stale: ${renderStale(changed, { short: true })}`;
  const rest = [split, labels === undefined ? undefined : renderNumberOf(labels, 'sample'), at?.slice(0, 10)];
  return `${[told, ...rest.filter((word) => word !== undefined)].join(', ')}${renderCaveats(judge)}`;
}

/** Empty when there are none. */
function renderCaveats({ caveats = [], state }: JudgeMetrics): string {
  return caveats.length === 0 ? '' : `, ${state === 'trusted' ? 'but' : 'and'} ${caveats.join(' and ')}`;
}

/** Every judge, once one of them has a certificate or labels. Without any there is nothing to compare. */
export function listJudgedRates({ judges = [] }: RunMetrics): readonly JudgeMetrics[] {
  return judges.some(isMeasured) ? judges : [];
}

/**
 * The pass rate that people would give, as text: `82% (95% CI 74–88, 40 random labels + judge on 460). 40 more labels:
 * ±7 → ±5 pp.`
 */
export function renderLabeledRate(rate: LabeledRate): string {
  const sentences = [`${renderValue(rate)} (${listFacts(rate).join(', ')})`, ...listNotes(rate)];
  return `${sentences.join('. ')}.`;
}

function renderValue({ value, low, high, n, passes, drawn }: LabeledRate): string {
  if (value !== null) return n < fewestForRate ? `${passes}/${n}` : `${toWholePercent(value)}%`;
  if (low === null || high === null) return 'unknown';
  const [least, most] = [toFraction(low, drawn), toFraction(high, drawn)];
  if (least !== undefined && most !== undefined) return `between ${least} and ${most}`;
  return `between ${toWholePercent(low)}% and ${toWholePercent(high)}%`;
}

/** What a rate rests on. */
function listFacts(rate: LabeledRate): readonly string[] {
  const { value, low, high, n, method, drawn, answered, judgeOnly, why } = rate;
  const answers = `${answered} of ${drawn} answered`;
  if (method === 'bound') return [answers, 'range: the rest counted as all fails or all passes'];
  if (value === null || low === null || high === null) return [why ?? 'no label yet'];
  const { interval } = toEstimateParts(rate, { unit: 'percent' });
  const labels = renderNumberOf(n, 'random label');
  const basis =
    method === 'ppi'
      ? `${labels} + judge on ${judgeOnly.toLocaleString('en')}`
      : `${labels} alone${why === undefined ? '' : `: ${why}`}`;
  return [...(interval === '' ? [] : [`95% CI ${interval}`]), ...[basis, ...(answered < drawn ? [answers] : [])]];
}

/** What more labels would buy, and which labels do not count. */
function listNotes({ more, n, chosen, leftOut }: LabeledRate): readonly string[] {
  return [
    ...(leftOut === 0
      ? []
      : [`${renderNumberOf(leftOut, 'conversation')} added after the draw ${leftOut === 1 ? 'is' : 'are'} excluded`]),
    ...(more === undefined || n < fewestForRate ? [] : [renderMore(more)]),
    ...(chosen === 0
      ? []
      : [`${renderNumberOf(chosen, 'label')} outside the draw ${chosen === 1 ? 'is' : 'are'} excluded`]),
  ];
}

function renderMore({ labels, halfWidth, halfWidthAfter }: NonNullable<LabeledRate['more']>): string {
  const [now, after] = [halfWidth, halfWidthAfter].map((half) => half * 100);
  const isSame = now?.toFixed(0) === after?.toFixed(0);
  const [from, to] = [now, after].map((points) => points?.toFixed(isSame ? 1 : 0));
  return `${labels} more ${labels === 1 ? 'label' : 'labels'}: ±${from} → ±${to} pp`;
}
