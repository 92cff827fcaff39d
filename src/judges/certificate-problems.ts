import { isAbsolute, join } from 'node:path';
import { Fault, type Problem, type ProblemInput, toError, toWarning } from '../base/fault.ts';
import { joinList } from '../base/list-text.ts';
import { toShellWord } from '../base/shell-word.ts';
import { renderStale } from '../calibrate/certificate/check-certificate.ts';
import type { Certificate } from '../conversation/certificate.ts';
import { findDatasetName, suggestDataset } from '../conversation/sample.ts';
import type { CertifiedJudge } from './judge-certificates.ts';

/** What has to be certified. */
interface CertificateDemand {
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

/** Warnings about judges whose certificate is stale, not good enough, for another passing score or some samples, or unreadable. */
export function listCertificateWarnings(judges: readonly CertifiedJudge[]): readonly Problem[] {
  return [...listBroken(judges), ...judges.flatMap(warnOne)];
}

/** Why a judge may not be trusted, in words that follow its name; undefined when it may. */
export function findFlaw(one: CertifiedJudge): string | undefined {
  const { judge, problems } = one;
  const { certificate, certificateStatus, changed } = judge;
  if (problems.length > 0) return 'has an unreadable certificate file';
  if (certificate === undefined) return 'is not calibrated';
  if (certificateStatus !== 'current') {
    return `has a stale certificate: ${renderStale(changed, { since: toDay(certificate.at) })}`;
  }
  if (certificate.state === 'trusted') return findPassingScoreFlaw(one, certificate)?.text;
  const reasons = certificate.reasons.join(' ').replace(/\.$/, '');
  const why = `${reasons === '' ? '' : `: ${reasons}`}${toCaveats(certificate, '. Also, ')}`;
  return certificate.state === 'not-trusted' ? `is not trusted${why}` : `does not have enough labels${why}`;
}

/** A certificate speaks of one passing score: what is right of it can be wrong of another, and of its reverse. */
function findPassingScoreFlaw(
  { passingScores }: Pick<CertifiedJudge, 'passingScores'>,
  { pass }: Certificate,
): { readonly text: string; readonly fix: string } | undefined {
  const own = passingScores.filter((score) => score !== null);
  const others = own.filter((score) => score !== pass).sort((one, other) => one - other);
  if (others.length > 0) {
    const from = new Intl.ListFormat('en').format(others.map(String));
    const text = `uses the passing score ${from}, but the certificate covers ${pass}`;
    return {
      text,
      fix: 'Remove `threshold` from the grader, or set this `pass` in the deck and calibrate it again.',
    };
  }
  if (!passingScores.includes(null)) return undefined;
  const text = `is inverted by \`not\`, but the certificate covers the passing score ${pass}`;
  return {
    text,
    fix: 'Remove `not` from the grader, or write and calibrate a deck that asks the opposite.',
  };
}

/** A file serves every target of its deck, and is told of once. */
function listBroken(judges: readonly CertifiedJudge[]): readonly Problem[] {
  const byFile = new Map(judges.map(({ file, problems }) => [file, problems]));
  return [...byFile.values()].flat().map((problem) => toWarning(problem));
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
export function renderTagged(tags: readonly string[]): string {
  return `only on samples tagged ${new Intl.ListFormat('en', { type: 'disjunction' }).format(tags)}`;
}

function toProblem(judge: CertifiedJudge, message: string): ProblemInput {
  const common = { code: 'RUN_UNCERTIFIED', message } as const;
  if (judge.isRubric) return { ...common, hint: `${toCertifyHint(judge)}${toExemption(judge)}` };
  return { ...common, hint: toCertifyHint(judge), reading: 'deck', file: judge.file };
}

/** A first rubric needs no certificate. */
function toExemption({ judge }: CertifiedJudge): string {
  if (judge.certificateStatus !== 'missing') return '';
  return '. Or allow `outcome` and `rubric` without a certificate: --exempt-rubric';
}

/** Empty when there are none. */
export function toCaveats({ caveats = [] }: Certificate, before: string): string {
  return caveats.length === 0 ? '' : `${before}${caveats.join(', and ')}`;
}

/** `tone.deck.md (target gpt)`. */
export function nameJudge({ file, isRubric, judge: { target } }: CertifiedJudge): string {
  return `${isRubric ? 'rubric' : file} (target ${target.id})`;
}

export function toDay(at: string): string {
  return at.slice(0, 10);
}

/**
 * What would certify it: on the samples it was measured on before. One that failed is not sent to a test again, since
 * who looks often enough passes by luck: it has to become another judge, or be measured on more.
 */
export function toCertifyHint(one: CertifiedJudge): string {
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
  const fix = findPassingScoreFlaw(one, certificate)?.fix;
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
