import { renderNumberOf } from '../../base/number-of.ts';
import type { Agreement } from '../../calibrate/agreement/agreement-result.ts';
import { renderMetric } from '../../calibrate/render-metric.ts';
import type { Metric } from '../../conversation/certificate.ts';
import { agreementWords } from './agreement-words.ts';

/** Krippendorff's customary marks: above the first, data may be relied on; below the second, nothing should rest on them. */
const marks = { reliable: 0.8, tentative: 0.667 };

/** Of fewer units no metric says whether people agree, whatever its interval. */
const fewestUnits = 10;

/** What the metrics come to, in one sentence with the one that matters most. */
export function toAgreementSentence(agreement: Agreement): string {
  const key = agreement.alphaOrdinal.value === null ? 'alphaNominal' : 'alphaOrdinal';
  const { [key]: alpha } = agreement;
  if (alpha.value === null)
    return `Agreement beyond chance is undefined: ${alpha.why ?? 'there is nothing to compare'}.`;
  const { title } = agreementWords[key];
  const name = title.charAt(0).toLowerCase() + title.slice(1);
  const metric = renderMetric(alpha).replace(/ n=\d+$/, '');
  const known = `(${marks.reliable} and more: reliable; below ${marks.tentative}: not, after Krippendorff)`;
  return `${toVerdict(alpha)}: ${name} is ${metric}, of ${renderNumberOf(alpha.n, 'unit')} ${known}.`;
}

function toVerdict({ low, high, n }: Metric): string {
  if (n < fewestUnits || low === undefined || high === undefined) return 'Too few ratings to tell';
  if (low >= marks.reliable) return 'The ratings can be relied on';
  if (high < marks.tentative) return 'Too little agreement to build on';
  if (low >= marks.tentative) return 'Good enough for first conclusions';
  return high < marks.reliable ? 'Good enough for first conclusions at most' : 'Too few ratings to tell';
}
