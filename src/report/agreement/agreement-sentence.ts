import type { Agreement } from '../../calibrate/agreement/agreement-result.ts';
import { renderMetric } from '../../calibrate/render-metric.ts';
import type { Metric } from '../../conversation/certificate.ts';
import { agreementWords } from './agreement-words.ts';

/** Krippendorff's customary thresholds: reliable data from the first on, no conclusions below the second. */
const marks = { reliable: 0.8, tentative: 0.667 };

/** Of fewer units no metric says whether people agree, whatever its interval. */
const fewestUnits = 10;

/** What the metrics come to, in one sentence with the one that matters most. */
export function toAgreementSentence(agreement: Agreement): string {
  const key = agreement.alphaOrdinal.value === null ? 'alphaNominal' : 'alphaOrdinal';
  const { [key]: alpha } = agreement;
  if (alpha.value === null) return `Inter-rater agreement is undefined: ${alpha.why ?? 'there is nothing to compare'}.`;
  const { title } = agreementWords[key];
  const name = title.charAt(0).toLowerCase() + title.slice(1);
  const known = `The 95% CI decides: reliable if all of it is at least ${marks.reliable}, too low if all of it is below ${marks.tentative} (Krippendorff).`;
  return `${toVerdict(alpha)}: ${name} is ${renderMetric(alpha)}. ${known}`;
}

function toVerdict({ low, high, n }: Metric): string {
  if (n < fewestUnits || low === undefined || high === undefined) return 'Inter-rater agreement is inconclusive';
  if (low >= marks.reliable) return 'Inter-rater agreement is reliable';
  if (high < marks.tentative) return 'Inter-rater agreement is too low';
  if (low >= marks.tentative) return 'Inter-rater agreement is tentative';
  return high < marks.reliable ? 'Inter-rater agreement is tentative at best' : 'Inter-rater agreement is inconclusive';
}
