import { renderNumberOf } from '../../base/number-of.ts';
import { wrap } from '../../base/wrap.ts';
import type { UngradedCause } from '../../conversation/verdict.ts';
import type { CalibrationStyle, ReportedJudge } from './calibration-report.ts';
import { type CountedCause, listCauses, quoteReason } from './ungraded-causes.ts';

/** What to do about it. The same command asks those again that have no answer; of a hosted judge, only those: answers are cached. */
const steps: Readonly<Record<UngradedCause, string>> = {
  unparseable: 'Read what it answered (--html <file>), and tell it in the deck to answer {"reason": "…", "score": n}.',
  'out-of-scale': 'Tell it the scale in the deck, from the worst score to the best.',
  refused: 'Its provider would not have it graded: ask another --judge.',
  'too-long': 'Set window = n in the deck to show fewer turns, or ask a --judge with a larger window.',
  'provider-error': 'The same command asks these again; look at the key and the limits of the target.',
  timeout: 'The same command asks these again; --timeout <seconds> gives it longer.',
  'not-applicable':
    'It says that these cannot be graded: see whether people could, and say in the deck what then holds.',
  'no-judge': 'Name a judge with --judge.',
  'no-grader': 'Name a deck.',
};

/** What the judge gave no score for, by cause, each with what was said the first time and a next step. */
export function renderUngraded(judge: ReportedJudge, { palette, width }: CalibrationStyle): readonly string[] {
  const { unlabeled } = judge.calibration;
  const open = `${renderNumberOf(unlabeled, 'sample')} without a human score ${unlabeled === 1 ? 'was' : 'were'} graded and not compared.`;
  return [...listCauses(judge).map(renderCause), ...(unlabeled === 0 ? [] : [open])].flatMap((text) =>
    wrap(text, width - 2).map((line, index) => palette.yellow(index === 0 ? line : `  ${line}`)),
  );
}

function renderCause({ cause, count, reason }: CountedCause): string {
  const example = reason === undefined ? '' : ` The first: ${quoteReason(reason)}`;
  return `ungraded: ${count.toLocaleString('en')} ${cause}: ${steps[cause]}${example}`;
}
