import type { Certificate, Figure, JudgeCertificate } from '../conversation/certificate.ts';
import { correctedRate } from '../statistics/corrected-rate.ts';
import type { RateInterval } from '../statistics/wilson.ts';
import { toWilsonSize } from './wilson-size.ts';

/** What a judge passed in a run. */
export interface JudgedPasses {
  readonly raw: RateInterval;
  /** The score from which it passed; null under `not`, which passes below one. */
  readonly pass: number | null;
}

/**
 * The pass rate that people would have given, by what the certificate of the judge says of its errors, see
 * `correctedRate`. Every rate counts as many trials as its interval stands on, so that verdicts on one conversation are
 * not taken for independent ones; `n` is what was counted.
 *
 * Edges: no certificate, one that does not fit, another pass mark than it speaks of, a judge no better than chance → null,
 * with the reason.
 */
export function correctPassRate(
  { raw, pass }: JudgedPasses,
  judge: Pick<JudgeCertificate, 'standing' | 'changed' | 'certificate'> | undefined,
): RateInterval {
  const certificate = judge?.certificate;
  if (judge === undefined || certificate === undefined) return toNothing(raw, 'the judge has no certificate');
  const why = findGap({ raw, pass }, judge, certificate);
  if (why !== undefined) return toNothing(raw, why);
  const [tpr, tnr] = [findRate(certificate, 'tpr'), findRate(certificate, 'tnr')];
  if (tpr === undefined) return toNothing(raw, 'the certificate has no true positive rate');
  if (tnr === undefined) return toNothing(raw, 'the certificate has no true negative rate');
  const { clamped: _, ...corrected } = correctedRate({ ...toPasses(raw), tpr, tnr });
  return { ...corrected, n: raw.n };
}

function findGap(
  { raw, pass }: JudgedPasses,
  { standing, changed }: Pick<JudgeCertificate, 'standing' | 'changed'>,
  certificate: Certificate,
): string | undefined {
  if (raw.value === null) return raw.why ?? 'nothing was judged';
  if (standing !== 'fits') return `the certificate is stale: ${new Intl.ListFormat('en').format(changed)} changed`;
  if (pass === null) return 'the grader says `not`, and the certificate speaks of passes';
  if (pass === certificate.pass) return undefined;
  return `the certificate speaks of the pass mark ${certificate.pass}, not of ${pass}`;
}

function toPasses(raw: RateInterval): { readonly passes: number; readonly n: number } {
  const { value, low, high, n } = raw;
  const size = value === null || low === null || high === null ? n : toWilsonSize({ value, low, high, n });
  return { passes: (value ?? 0) * size, n: size };
}

/** Undefined when the certificate does not tell it, or tells what is no rate: a file can say anything. */
function findRate({ figures }: Certificate, name: 'tpr' | 'tnr'): { hits: number; n: number } | undefined {
  const figure: Figure | undefined = Object.hasOwn(figures, name) ? figures[name] : undefined;
  if (figure === undefined || figure.value === null || figure.value < 0 || figure.value > 1) return undefined;
  const n = toWilsonSize(figure);
  return n > 0 ? { hits: figure.value * n, n } : undefined;
}

function toNothing({ n }: RateInterval, why: string): RateInterval {
  return { value: null, low: null, high: null, n, why };
}
