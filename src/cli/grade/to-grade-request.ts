import { definedOnly } from '../../base/defined-only.ts';
import { quoteArgument, quoteList, renderDb } from '../../format/quote-argument.ts';
import type { GradeRunOptions } from '../../jobs/grade/options.ts';
import type { Io } from '../io.ts';
import type { GradeCommand } from './grade-command.ts';

/** What a grading is asked for, from the command line. */
export function toGradeRequest(command: GradeCommand, io: Io): GradeRunOptions {
  const { when, judge, concurrency, budgetUsd, maxCalls, record, requireCertified, exemptRubric, db } = command;
  return definedOnly({
    graders: command.grader,
    when,
    judge,
    concurrency,
    timeoutSeconds: command.timeout,
    budgetUsd,
    maxCalls,
    cache: command.cache === false ? false : undefined,
    record,
    requireCertified,
    exemptRubric,
    db,
    cwd: io.cwd,
    env: io.env,
  });
}

/** What goes on with a grading that was stopped: the same command, without the bound that stopped it. */
export function renderGoOn(run: string, command: GradeCommand): string {
  const { grader = [], when, judge, requireCertified, exemptRubric, db } = command;
  const words = [
    ...grader.map((name) => ` --grader ${quoteList([name])}`),
    ...(when === undefined ? [] : [` --when ${quoteArgument(when)}`]),
    ...(judge === undefined ? [] : [` --judge ${quoteArgument(judge)}`]),
  ];
  const certified = requireCertified === true ? ' --require-certified' : '';
  const exempt = exemptRubric === true ? ' --exempt-rubric' : '';
  return `turnwise grade ${run}${words.join('')}${certified}${exempt}${renderDb(db)}`;
}
