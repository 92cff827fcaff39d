import { renderNumberOf } from '../../base/number-of.ts';
import { wrap } from '../../base/terminal-text.ts';
import { UngradedCause } from '../../conversation/verdict.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { CalibrationStyle, ReportedJudge } from './calibration-report.ts';

/** What to do about it. The same command asks those again that have no answer; of a hosted judge, only those: answers are cached. */
const steps: Readonly<Record<UngradedCause, string>> = {
  unparseable: 'Read its replies (--html <file>), and ask in the deck for {"reason": "…", "score": n}.',
  'out-of-scale': 'State the scale in the deck, from the worst score to the best.',
  refused: 'The provider refused to grade it. Use another --judge.',
  'too-long': 'Set window = n in the deck to show fewer turns, or use a --judge with a larger context window.',
  'provider-error': "Check the target's API key and limits. The same command retries these.",
  timeout: 'Raise --timeout <seconds>. The same command retries these.',
  'not-applicable': 'The judge says that it cannot grade these. Say in the deck how to score them.',
  'no-judge': 'Set a judge with --judge.',
  'no-reward': 'The imported file has no reward.',
  'no-grader': 'Add a deck.',
};

/** What the judge gave no score for, by cause, each with what was said the first time and a next step. */
export function renderUngraded(judge: ReportedJudge, { palette, width }: CalibrationStyle): readonly string[] {
  return listUngradedSentences(judge).flatMap((text) =>
    wrap(text, width - 2).map((line, index) => palette.yellow(index === 0 ? line : `  ${line}`)),
  );
}

/** The same, one sentence per cause. */
export function listUngradedSentences(judge: ReportedJudge): readonly string[] {
  const { unlabeled } = judge.calibration;
  const open = `Not compared: ${renderNumberOf(unlabeled, 'graded sample')} without a human score.`;
  return [...listCauses(judge).map(renderCause), ...(unlabeled === 0 ? [] : [open])];
}

function renderCause({ cause, count, reason }: CountedCause): string {
  const example = reason === undefined ? '' : ` First: ${quoteReason(reason)}`;
  return `${count.toLocaleString('en')} ungraded (${cause}). ${steps[cause]}${example}`;
}

const longestReason = 160;

/** Why samples got no score: how often, and what was said the first time. */
interface CountedCause {
  readonly cause: UngradedCause;
  readonly count: number;
  readonly reason?: string;
}

/** The most common first. */
export function listCauses({ calibration, rows }: ReportedJudge): readonly CountedCause[] {
  return UngradedCause.options
    .map((cause): CountedCause => {
      const count = calibration.ungraded[cause] ?? 0;
      const reason = rows.find((row) => row.judge === null && row.cause === cause && row.judgeReason)?.judgeReason;
      return reason === undefined ? { cause, count } : { cause, count, reason };
    })
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count);
}

/** The words of a target or judge, on one line. */
export function quoteReason(reason: string): string {
  return `"${cutLine(toLine(reason).trim(), longestReason)}"`;
}
