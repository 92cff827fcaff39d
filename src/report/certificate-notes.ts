import { renderNumberOf } from '../base/number-of.ts';
import { gateStateTitles } from '../conversation/certificate.ts';
import { findDatasetName } from '../conversation/sample.ts';
import { findFlaw, nameJudge, renderTagged, toCaveats, toCertifyHint, toDay } from '../judges/certificate-problems.ts';
import type { CertifiedJudge } from '../judges/judge-certificates.ts';

/** A line about judges. */
export interface CertificateNote {
  readonly isWarning: boolean;
  readonly text: string;
}

/**
 * A line for each judge whose certificate is trusted and current, as a warning where probes found something against it,
 * and one for all that have none.
 */
export function listCertificateNotes(judges: readonly CertifiedJudge[]): readonly CertificateNote[] {
  return [...judges.flatMap(noteTrusted), ...noteMissing(judges)];
}

const listedJudges = 5;

/** On one line: a project without certificates sees it on every run. */
function noteMissing(judges: readonly CertifiedJudge[]): readonly CertificateNote[] {
  const isMissing = ({ judge, problems }: CertifiedJudge) =>
    judge.certificateStatus === 'missing' && problems.length === 0;
  // The command for a deck is complete; the one for a rubric still needs a name.
  const missing = judges.filter(isMissing).sort((one, other) => Number(one.isRubric) - Number(other.isRubric));
  const [first] = missing;
  if (first === undefined) return [];
  const names = missing.slice(0, listedJudges).map(nameJudge).join(', ');
  const more = missing.length > listedJudges ? ` and ${missing.length - listedJudges} more` : '';
  const text =
    missing.length === 1
      ? `Judge ${nameJudge(first)} is not calibrated.`
      : `${renderNumberOf(missing.length, 'judge')} are not calibrated: ${names}${more}.`;
  return [{ isWarning: true, text: `${text} ${toCertifyHint(first)}  (RUN_UNCERTIFIED)` }];
}

function noteTrusted(one: CertifiedJudge): readonly CertificateNote[] {
  const { certificate } = one.judge;
  if (certificate === undefined || findFlaw(one) !== undefined) return [];
  const { state, split, tags = [], n, at, sources } = certificate;
  const only = tags.length === 0 ? [] : [renderTagged(tags).replace('only on', 'only')];
  const facts = [split, ...only, `n=${n.toLocaleString('en')}`, toDay(at)].join(', ');
  const but = toCaveats(certificate, ', but ');
  const unread = sources.some((source) => findDatasetName(source) !== undefined) ? unreadNote : '';
  return [
    { isWarning: but !== '', text: `Judge ${nameJudge(one)} is ${gateStateTitles[state]} (${facts})${but}.${unread}` },
  ];
}

const unreadNote = ' Turnwise does not check whether dataset samples have changed.';
