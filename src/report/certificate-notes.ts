import { isAbsolute, join } from 'node:path';
import { Fault, type Problem, type ProblemInput, toError, toWarning } from '../base/fault.ts';
import { joinList } from '../base/list-text.ts';
import { renderNumberOf } from '../base/number-of.ts';
import { toShellWord } from '../base/shell-word.ts';
import { renderStale } from '../calibrate/certificate/check-certificate.ts';
import { type Certificate, gateStateTitles } from '../conversation/certificate.ts';
import { findDatasetName, suggestDataset } from '../conversation/sample.ts';
import type { CertifiedJudge } from '../judges/judge-certificates.ts';

/** A line about judges. */
export interface JudgeNote {
  readonly isWarning: boolean;
  readonly text: string;
}

/** What is said of judges before the first of them is asked. */
export interface CertificateNotes {
  /**
   * A line for each judge whose certificate is trusted and current, as a warning where probes found something against it,
   * and one for all that have none.
   */
  readonly notes: readonly JudgeNote[];
  /** Of judges whose certificate is stale, not good enough, of another passing score or of some samples, or cannot be read. */
  readonly warnings: readonly Problem[];
}

export function toCertificateNotes(judges: readonly CertifiedJudge[]): CertificateNotes {
  return {
    notes: [...judges.flatMap(noteTrusted), ...noteMissing(judges)],
    warnings: [...listBroken(judges), ...judges.flatMap(warnOne)],
  };
}

/** What has to be certified. */
export interface CertificateDemand {
  readonly requireCertified?: boolean | undefined;
  /** true: `outcome` and `rubric` need no certificate. */
  readonly exemptRubric?: boolean | undefined;
}

/** Throws one Fault for every judge without a certificate that is trusted, current, and speaks of its passing score. */
export function assertCertified(
  judges: readonly CertifiedJudge[],
  { requireCertified, exemptRubric }: CertificateDemand,
): void {
  if (requireCertified !== true) return;
  const asked = judges.filter(({ isRubric }) => !isRubric || exemptRubric !== true);
  const [first, ...rest] = asked.flatMap((judge): readonly Problem[] => {
    if (judge.problems.length > 0) return judge.problems;
    const flaw = findFlaw(judge);
    return flaw === undefined ? [] : [toError(toProblem(judge, `Judge ${nameJudge(judge)} ${flaw}.`))];
  });
  if (first !== undefined) throw new Fault([first, ...rest]);
}

/** Why a judge may not be trusted, in words that follow its name; undefined when it may. */
function findFlaw(one: CertifiedJudge): string | undefined {
  const { judge, problems } = one;
  const { certificate, certificateStatus, changed } = judge;
  if (problems.length > 0) return 'has an unreadable certificate file';
  if (certificate === undefined) return 'is not calibrated';
  if (certificateStatus !== 'current') {
    return `has a stale certificate: ${renderStale(changed, { since: toDay(certificate.at) })}`;
  }
  if (certificate.state === 'trusted') return findMarkFlaw(one, certificate)?.says;
  const reasons = certificate.reasons.join(' ').replace(/\.$/, '');
  const why = `${reasons === '' ? '' : `: ${reasons}`}${toCaveats(certificate, '. Also, ')}`;
  return certificate.state === 'not-trusted' ? `is not trusted${why}` : `does not have enough labels${why}`;
}

/** A certificate speaks of one passing score: what is right of it can be wrong of another, and of its reverse. */
function findMarkFlaw(
  { marks }: Pick<CertifiedJudge, 'marks'>,
  { pass }: Certificate,
): { readonly says: string; readonly fix: string } | undefined {
  const own = marks.filter((mark) => mark !== null);
  const others = own.filter((mark) => mark !== pass).sort((one, other) => one - other);
  if (others.length > 0) {
    const from = new Intl.ListFormat('en').format(others.map(String));
    const says = `uses the passing score ${from}, but the certificate covers ${pass}`;
    return {
      says,
      fix: 'Remove `threshold` from the grader, or set this `pass` in the deck and calibrate it again.',
    };
  }
  if (!marks.includes(null)) return undefined;
  const says = `is inverted by \`not\`, but the certificate covers the passing score ${pass}`;
  return {
    says,
    fix: 'Remove `not` from the grader, or write and calibrate a deck that asks the opposite.',
  };
}

/** A file serves every target of its deck, and is told of once. */
function listBroken(judges: readonly CertifiedJudge[]): readonly Problem[] {
  const byFile = new Map(judges.map(({ file, problems }) => [file, problems]));
  return [...byFile.values()].flat().map((problem) => toWarning(problem));
}

const listedJudges = 5;

/** On one line: a project without certificates sees it on every run. */
function noteMissing(judges: readonly CertifiedJudge[]): readonly JudgeNote[] {
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
  return [{ isWarning: true, text: `${text} ${toHint(first)}  (RUN_UNCERTIFIED)` }];
}

function warnOne(one: CertifiedJudge): readonly Problem[] {
  const { judge, problems } = one;
  if (judge.certificateStatus === 'missing' || problems.length > 0) return [];
  const flaw = findFlaw(one);
  if (flaw !== undefined) return [toWarning(toProblem(one, `Judge ${nameJudge(one)} ${flaw}.`))];
  const { split, tags = [] } = judge.certificate ?? {};
  const doubts = [
    ...(split === 'tune' ? ['only on tune samples, to which its deck may be overfitted'] : []),
    ...(tags.length > 0 ? [renderTagged(tags)] : []),
  ];
  if (doubts.length === 0) return [];
  return [toWarning(toProblem(one, `Judge ${nameJudge(one)} was measured ${doubts.join(', and ')}.`))];
}

/** Samples of one kind can be the easy ones. */
function renderTagged(tags: readonly string[]): string {
  return `only on samples tagged ${new Intl.ListFormat('en', { type: 'disjunction' }).format(tags)}`;
}

function toProblem(judge: CertifiedJudge, message: string): ProblemInput {
  const common = { code: 'RUN_UNCERTIFIED', message } as const;
  if (judge.isRubric) return { ...common, hint: `${toHint(judge)}${toExemption(judge)}` };
  return { ...common, hint: toHint(judge), reading: 'deck', file: judge.file };
}

/** A first rubric needs no certificate. */
function toExemption({ judge }: CertifiedJudge): string {
  if (judge.certificateStatus !== 'missing') return '';
  return '. Or allow `outcome` and `rubric` without a certificate: --exempt-rubric';
}

function noteTrusted(one: CertifiedJudge): readonly JudgeNote[] {
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

/** Empty when there are none. */
function toCaveats({ caveats = [] }: Certificate, before: string): string {
  return caveats.length === 0 ? '' : `${before}${caveats.join(', and ')}`;
}

/** `tone.deck.md (target gpt)`. */
function nameJudge({ file, isRubric, judge: { target } }: CertifiedJudge): string {
  return `${isRubric ? 'rubric' : file} (target ${target.id})`;
}

function toDay(at: string): string {
  return at.slice(0, 10);
}

/**
 * What would certify it: on the samples it was measured on before. One that failed is not sent to a test again, since
 * who looks often enough passes by luck: it has to become another judge, or be measured on more.
 */
function toHint(one: CertifiedJudge): string {
  const { certificate, certificateStatus } = one.judge;
  if (certificate === undefined) {
    const samples = one.isRubric ? ['--samples', '<file>.samples.toml'] : [];
    return `Run: ${renderCommand(one, [...samples, '--gate'])}`;
  }
  const { split, tags = [], state } = certificate;
  if (certificateStatus === 'stale') {
    const isTest = split === 'test' || one.hasTestSamples;
    return `Run: ${renderCommand(one, [...toListOption('--tag', tags), ...(isTest ? ofTest : []), '--gate'])}`;
  }
  if (state === 'not-trusted' && one.isRubric) {
    return `Use another judge, or write your own deck. To see where the judge and people disagree: ${renderCommand(one, [])}`;
  }
  if (state === 'not-trusted') {
    return `Change the deck, or use another judge. To see where the judge and people disagree: ${renderCommand(one, [])}`;
  }
  if (state === 'insufficient-labels') return toLabelHint(one, certificate);
  const fix = findMarkFlaw(one, certificate)?.fix;
  if (fix !== undefined) return fix;
  const test = renderCommand(one, [...ofTest, '--gate']);
  if (split === 'test' || one.hasTestSamples) return `Run: ${test}`;
  return `Set split = "test" on some samples (for items, the tag split:test). Then run: ${test}`;
}

const ofTest = ['--split', 'test'];

/** Labels go to the split that the command names. */
function toLabelHint(one: CertifiedJudge, { sources, split, tags = [] }: Certificate): string {
  if (one.isRubric) {
    const again = renderCommand(one, [...toListOption('--tag', tags), ...(split === 'test' ? ofTest : []), '--gate']);
    return `Add more scored conversations to the samples, then run: ${again}`;
  }
  const dataset = sources.find((source) => findDatasetName(source) !== undefined) ?? suggestDataset(one.file);
  const labels = ['--request-labels', toShellWord(dataset)];
  const command = renderCommand(one, [...toListOption('--tag', tags), ...(split === 'test' ? ofTest : []), ...labels]);
  return `Score more conversations, or send them to reviewers: ${command}`;
}

function renderCommand(
  { file, folder, isRubric, judge: { target, certificate } }: CertifiedJudge,
  options: readonly string[],
): string {
  const others = (certificate?.sources ?? []).filter((source) => source !== 'deck');
  const samples = others.map((source) =>
    findDatasetName(source) !== undefined || isAbsolute(source) ? source : join(folder, source),
  );
  const chosen = [...toListOption('--samples', samples), ...toListOption('--judge', [target.id])];
  return ['turnwise calibrate', isRubric ? '--rubric' : toShellWord(file), ...chosen, ...options].join(' ');
}

function toListOption(option: string, values: readonly string[]): readonly string[] {
  return values.length === 0 ? [] : [option, toShellWord(joinList(values))];
}
