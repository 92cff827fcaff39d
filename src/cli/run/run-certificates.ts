import { type JudgeCertificate, mergeCertificates } from '../../conversation/certificate.ts';
import type { RunRecord, RunStore } from '../../store/port.ts';

/**
 * How the certificates of the judges stood whose verdicts are read: those of the grading and of the ones it may stand
 * on, then those of the run. `grading` 0: as played.
 */
export async function listRunCertificates(
  { id, spec }: Pick<RunRecord, 'id' | 'spec'>,
  store: Pick<RunStore, 'gradings'>,
  grading: number,
): Promise<readonly JudgeCertificate[]> {
  const later = grading === 0 ? [] : await store.gradings(id);
  const read = later.filter(({ number }) => number <= grading).reverse();
  return mergeCertificates([...read.map((one) => one.spec), spec].map(({ certificates = [] }) => certificates));
}
