import { Fault, type Problem, toWarning } from '../base/fault.ts';
import { renderNumberOf } from '../base/number-of.ts';
import { nameTurn } from '../conversation/turn-number.ts';

/** Cases of a run that cannot be re-graded. */
interface UngradableCases {
  /** Ids of cases that are no longer in the files. */
  readonly missing: readonly string[];
  /** Cases that ask something else now, with the first turn that differs. */
  readonly changed: ReadonlyMap<string, number>;
}

const shownIds = 5;

/** One warning per reason. The cases keep their verdicts. */
export function warnUngradable(kept: UngradableCases): readonly Problem[] {
  const hint = 'These cases keep their old verdicts. To grade them as they are now, run them again.';
  return listReasons(kept).map((message) => toWarning({ code: 'GRADE_CASE_CHANGED', message, hint }));
}

export function nothingLeft(run: string, kept: UngradableCases): Fault {
  const message = `Run ${run} has nothing to re-grade. ${listReasons(kept).join(' ')}`.trim();
  return new Fault({ code: 'GRADE_NOTHING', message, hint: 'Start a new run with `turnwise run`.' });
}

export function noJudges(run: string): Fault {
  const message = `Run ${run} has no judges to ask again.`;
  return new Fault({
    code: 'GRADE_NOTHING',
    message,
    hint: 'Remove --judge-again. All the noise comes from the target.',
  });
}

export function nothingPlayed(run: string): Fault {
  const message = `Run ${run} has no finished conversation.`;
  return new Fault({ code: 'GRADE_NOTHING', message, hint: `Run: turnwise run --resume ${run}` });
}

function listReasons({ missing, changed }: UngradableCases): readonly string[] {
  const edited = [...changed].map(([id, turnIndex]) => `${id} (${nameTurn(turnIndex)})`);
  return [
    ...(missing.length === 0 ? [] : [`${countCases(missing.length)} no longer in the files: ${renderSome(missing)}.`]),
    ...(edited.length === 0
      ? []
      : [`${countCases(edited.length)} different from what was played: ${renderSome(edited)}.`]),
  ];
}

function countCases(count: number): string {
  return `${renderNumberOf(count, 'case')} ${count === 1 ? 'is' : 'are'}`;
}

function renderSome(names: readonly string[]): string {
  const more = names.length - shownIds;
  return `${names.slice(0, shownIds).join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`;
}
