import type { Calibration } from '../../calibrate/calibration.ts';
import type { CalibrationReport } from './calibration-report.ts';

/** What to do next, in a sentence; `command`: what to type for it. */
export interface NextStep {
  readonly says: string;
  readonly command?: string;
}

/** Depends on what came out and on what the user did already. */
export function toNextStep(report: CalibrationReport): NextStep {
  const { done, toCommand } = report;
  const calibrations = report.decks.flatMap((deck) => deck.calibrations);
  if (done.allowLeak)
    return { says: 'The judges saw the human scores, so these figures say nothing. Leave out --allow-leak.' };
  if (calibrations.every(({ compared }) => compared === 0)) return { says: toEmptySentence(calibrations) };
  const isMissed = calibrations.some(({ gate }) => gate.state === 'not trusted');
  if (isMissed) return { says: 'Next: read where they disagree, change the deck or the judge, and calibrate again.' };
  if (calibrations.some(({ gate }) => gate.state === 'not enough labels')) return toLabelStep(report);
  return toTrustedStep(report, toCommand);
}

function toEmptySentence(calibrations: readonly Calibration[]): string {
  return calibrations.every(({ graded }) => graded === 0)
    ? 'Nothing could be graded, so there is nothing to compare.'
    : 'No sample that was graded has a human score, so there is nothing to compare: give them expected.score or ratings.';
}

function toLabelStep({ done, toCommand }: CalibrationReport): NextStep {
  const { requested } = done;
  if (requested === 0)
    return { says: 'Next: more conversations. Import some, or run an eval that the deck grades, and ask again.' };
  if (requested !== undefined)
    return { says: 'Next: score what was filed (turnwise label, or turnwise serve), and calibrate again.' };
  return {
    says: 'Next: more scored conversations. Put them into the samples; or file them as review work:',
    command: toCommand({ requestLabels: true }),
  };
}

function toTrustedStep({ done, split }: CalibrationReport, toCommand: CalibrationReport['toCommand']): NextStep {
  if (split === 'tune') {
    return {
      says: 'Trusted on the samples it was tuned on. Next: look once at those it was not:',
      command: toCommand({ split: 'test', gate: true }),
    };
  }
  if (!done.gate)
    return {
      says: 'Next: certify it. That is a further look at the test samples:',
      command: toCommand({ gate: true }),
    };
  if (done.probe) return { says: 'Next: turnwise run names the certificate, and corrects the pass rate by it.' };
  return {
    says: 'Next: see whether it reads the conversation at all:',
    command: toCommand({ probe: true, split: 'tune' }),
  };
}
