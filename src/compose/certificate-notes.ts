import { dirname, join } from 'node:path';
import { Fault, type Problem, type ProblemInput, toError, toWarning } from '../base/fault.ts';
import { renderNumberOf } from '../base/number-of.ts';
import { toShellWord } from '../base/shell-word.ts';
import { renderChanged } from '../calibrate/check-certificate.ts';
import type { Certificate } from '../conversation/certificate.ts';
import { findDatasetName } from '../conversation/dataset-name.ts';
import type { JudgeStandings, StandingJudge } from './judge-certificates.ts';

/** A line about judges. */
export interface JudgeNote {
  readonly isWarning: boolean;
  readonly text: string;
}

/** What is said of judges before the first of them is asked. */
export interface CertificateNotes {
  /**
   * A line for each judge whose certificate is trusted and fits, as a warning where probes found something against it,
   * and one for all that have none.
   */
  readonly notes: readonly JudgeNote[];
  /** Of judges whose certificate is stale, not good enough, or cannot be read. */
  readonly warnings: readonly Problem[];
}

export function toCertificateNotes({ judges }: JudgeStandings): CertificateNotes {
  return {
    notes: [...judges.flatMap(noteTrusted), ...noteMissing(judges)],
    warnings: [...listBroken(judges), ...judges.flatMap(warnOne)],
  };
}

/** Throws one Fault for every judge without a certificate that is trusted and fits. */
export function assertCertified({ judges, bundled }: JudgeStandings): void {
  const own = judges.flatMap((judge): readonly Problem[] => {
    if (judge.problems.length > 0) return judge.problems;
    const flaw = findFlaw(judge);
    return flaw === undefined ? [] : [toError(toProblem(judge, `${renderJudge(judge)} ${flaw}.`))];
  });
  const [first, ...rest] = [...own, ...bundled.map((target) => toError(toBundled(target)))];
  if (first !== undefined) throw new Fault([first, ...rest]);
}

/** Why a judge may not be trusted, in words that follow its name; undefined when it may. */
function findFlaw({ judge: { certificate, standing, changed }, problems }: StandingJudge): string | undefined {
  if (problems.length > 0) return 'has a broken file of certificates';
  if (certificate === undefined) return 'has no certificate';
  if (standing !== 'fits') {
    return `has a stale certificate: ${renderChanged(changed)} changed since ${toDay(certificate.at)}`;
  }
  if (certificate.state === 'trusted') return undefined;
  const reasons = certificate.reasons.join(' ').replace(/\.$/, '');
  const why = `${reasons === '' ? '' : `: ${reasons}`}${toCaveats(certificate, '; besides, ')}`;
  return certificate.state === 'not trusted' ? `is not trusted${why}` : `was measured on too few labels${why}`;
}

/** A file serves every target of its deck, and is told of once. */
function listBroken(judges: readonly StandingJudge[]): readonly Problem[] {
  const byFile = new Map(judges.map(({ file, problems }) => [file, problems]));
  return [...byFile.values()].flat().map((problem) => toWarning(problem));
}

const listedJudges = 5;

/** On one line: a project that has no certificates yet sees it every time. */
function noteMissing(judges: readonly StandingJudge[]): readonly JudgeNote[] {
  const missing = judges.filter(({ judge, problems }) => judge.standing === 'missing' && problems.length === 0);
  const [first] = missing;
  if (first === undefined) return [];
  const names = missing.slice(0, listedJudges).map(renderJudge).join(', ');
  const more = missing.length > listedJudges ? ` and ${missing.length - listedJudges} more` : '';
  const text =
    missing.length === 1
      ? `judge ${names} has no certificate.`
      : `${renderNumberOf(missing.length, 'judge')} have no certificate: ${names}${more}.`;
  return [{ isWarning: true, text: `${text} ${toHint(first)}  (RUN_UNCERTIFIED)` }];
}

function warnOne(one: StandingJudge): readonly Problem[] {
  const { judge, problems } = one;
  if (judge.standing === 'missing' || problems.length > 0) return [];
  const flaw = findFlaw(one);
  if (flaw !== undefined) return [toWarning(toProblem(one, `${renderJudge(one)} ${flaw}.`))];
  if (judge.certificate?.split !== 'tune') return [];
  const message = `${renderJudge(one)} was measured on tune samples alone, which its deck may be written to.`;
  return [toWarning(toProblem(one, message))];
}

function toProblem(judge: StandingJudge, message: string): ProblemInput {
  return { code: 'RUN_UNCERTIFIED', message, hint: toHint(judge), reading: 'deck', file: judge.file };
}

function toBundled(target: string): ProblemInput {
  const message = `Outcomes and rubrics are judged by ${target} with the bundled deck, which has no certificate.`;
  const hint = 'Write a deck of your own, calibrate it, and name it with `judge: my.deck.md`.';
  return { code: 'RUN_UNCERTIFIED', message, hint };
}

function noteTrusted(one: StandingJudge): readonly JudgeNote[] {
  const { certificate } = one.judge;
  if (certificate === undefined || findFlaw(one) !== undefined) return [];
  const { state, split, n, at } = certificate;
  const known = `judge ${renderJudge(one)}: ${state} (${split}, n=${n.toLocaleString('en')}, ${toDay(at)})`;
  const but = toCaveats(certificate, ', but ');
  return [{ isWarning: but !== '', text: `${known}${but}` }];
}

/** Empty when there are none. */
function toCaveats({ caveats = [] }: Certificate, before: string): string {
  return caveats.length === 0 ? '' : `${before}${caveats.join('; ')}`;
}

function renderJudge({ file, judge: { target } }: StandingJudge): string {
  return `${file} by ${target.id}`;
}

function toDay(at: string): string {
  return at.slice(0, 10);
}

/** What would certify it: on the samples it was measured on before, and no look at those of a test while it is tuned. */
function toHint(one: StandingJudge): string {
  const { certificate, standing } = one.judge;
  const [tune, test] = [renderCommand(one, []), renderCommand(one, ['--split', 'test'])];
  if (certificate === undefined) return `Type: ${tune}`;
  if (certificate.split === 'test') return `Type: ${test}`;
  const isStale = standing === 'stale';
  if (!isStale && certificate.state !== 'trusted') return `Type: ${tune}`;
  if (one.hasTestSamples) return `Type: ${test}`;
  const keep = 'Keep samples for a test, which have split = "test" (items: the tag split:test).';
  return isStale ? `Type: ${tune}` : `${keep} Then type: ${test}`;
}

function renderCommand({ file, judge: { target, certificate } }: StandingJudge, split: readonly string[]): string {
  const others = (certificate?.sources ?? []).filter((source) => source !== 'deck');
  const samples = others.map((source) =>
    findDatasetName(source) === undefined ? join(dirname(file), source) : source,
  );
  const model = ['--model', toShellWord(target.id)];
  const chosen = [...toOption('--samples', samples), ...model, ...toOption('--tag', certificate?.tags ?? [])];
  return ['turnwise calibrate', toShellWord(file), ...chosen, ...split, '--gate'].join(' ');
}

function toOption(option: string, values: readonly string[]): readonly string[] {
  return values.length === 0 ? [] : [option, values.map(toShellWord).join(',')];
}
