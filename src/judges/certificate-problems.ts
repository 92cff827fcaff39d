import { isAbsolute, join } from 'node:path';
import { Fault, type Problem, type ProblemInput, toError, toWarning } from '../base/fault.ts';
import { joinList } from '../base/list-text.ts';
import { toShellWord } from '../base/shell-word.ts';
import { renderStale } from '../calibrate/certificate/check-certificate.ts';
import type { Certificate } from '../conversation/certificate.ts';
import { findDatasetName, suggestDataset } from '../conversation/sample.ts';
import type { CertifiedJudge } from './judge-certificates.ts';

/** Which judges need a certificate. */
interface CertificateDemand {
  readonly requireCertified?: boolean | undefined;
  /** true: `outcome` and `rubric` need no certificate. */
  readonly exemptRubric?: boolean | undefined;
}

/** Throws one Fault for every judge without a certificate that is trusted, current, and for its passing score. */
export function assertCertified(
  judges: readonly CertifiedJudge[],
  { requireCertified, exemptRubric }: CertificateDemand,
): void {
  if (requireCertified !== true) return;
  const demanded = judges.filter(({ isRubric }) => !isRubric || exemptRubric !== true);
  const [first, ...rest] = demanded.flatMap((judge): readonly Problem[] => {
    if (judge.problems.length > 0) return judge.problems;
    const flaw = findFlaw(judge);
    return flaw === undefined ? [] : [toError(toProblem(judge, `Judge ${nameJudge(judge)} ${flaw}.`))];
  });
  if (first !== undefined) throw new Fault([first, ...rest]);
}

/**
 * Warnings about judges with a certificate that is stale, not trusted, unreadable, for another passing score, or from
 * only some samples.
 */
export function listCertificateWarnings(judges: readonly CertifiedJudge[]): readonly Problem[] {
  return [...listBroken(judges), ...judges.flatMap(warnOne)];
}

/** Why a judge may not be trusted, as a predicate that follows its name. Undefined: it may be trusted. */
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

/**
 * A certificate covers one passing score. The judge can be right at that score, and wrong at another or when inverted.
 */
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

/** The problems of each certificate file once, although it covers several targets. */
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

/** A warning, because samples with one tag can be the easy ones. */
export function renderTagged(tags: readonly string[]): string {
  return `only on samples tagged ${new Intl.ListFormat('en', { type: 'disjunction' }).format(tags)}`;
}

function toProblem(judge: CertifiedJudge, message: string): ProblemInput {
  const common = { code: 'RUN_UNCERTIFIED', message } as const;
  if (judge.isRubric) return { ...common, hint: `${toCertifyHint(judge)}${toExemption(judge)}` };
  return { ...common, hint: toCertifyHint(judge), reading: 'deck', file: judge.file };
}

/** Only a rubric without any certificate may be exempt. */
function toExemption({ judge }: CertifiedJudge): string {
  if (judge.certificateStatus !== 'missing') return '';
  return '. Or allow `outcome` and `rubric` without a certificate: --exempt-rubric';
}

/** Empty if there are no caveats. */
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
 * How to certify the judge, on the same samples as before. A judge that failed is not tested again, because with enough
 * tries any judge passes by chance. Change it, or add samples.
 */
export function toCertifyHint(one: CertifiedJudge): string {
  const { certificate, certificateStatus } = one.judge;
  if (one.prompt === 'inline') return 'To calibrate it, write the prompt to a file and use `prompt: {file: <path>}`.';
  if (certificate === undefined) {
    const samples = one.isRubric || one.prompt === 'file' ? ['--samples', '<file>.samples.toml'] : [];
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

/** How to get more labels in the split of the certificate. */
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
