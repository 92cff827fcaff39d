import { definedOnly } from '../../base/defined-only.ts';
import type { GradeRunOptions } from '../../compose/grade-request.ts';
import { quoteArgument } from '../../report/quote-argument.ts';
import type { Io } from '../io.ts';
import type { GradeCommand } from './grade-command.ts';

/** What a grading is asked for, from the command line. */
export function toGradeRequest(command: GradeCommand, io: Io): GradeRunOptions {
  const { when, judge, concurrency, budgetUsd, maxCalls, record, requireCertified, store } = command;
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
    store,
    cwd: io.cwd,
    env: io.env,
  });
}

/** What goes on with a grading that was stopped: the same command, without the bound that stopped it. */
export function renderGoOn(run: string, { grader = [], when, judge, requireCertified, store }: GradeCommand): string {
  const words = [
    ...grader.map((name) => ['--grader', name]),
    ...(when === undefined ? [] : [['--when', when]]),
    ...(judge === undefined ? [] : [['--judge', judge]]),
    ...(store === undefined ? [] : [['--store', store]]),
  ].map(([option, value = '']) => ` ${option} ${quoteArgument(value)}`);
  const certified = requireCertified === true ? ' --require-certified' : '';
  return `turnwise grade ${run}${words.join('')}${certified}`;
}
