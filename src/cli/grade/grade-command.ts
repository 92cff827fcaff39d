import { type OptionValues, option, text, toggle } from '../../job/option-list.ts';
import { gradeOptions } from '../../jobs/grade/options.ts';
import { renderKeptFlags } from '../job-flags.ts';
import { displayFlags, reportFlags, verdictFlags } from '../shared-flags.ts';

const { db, ...options } = gradeOptions;

/** Everything that `turnwise grade` takes. */
export const gradeFlags = {
  ...verdictFlags,
  ...options,
  out: option(text, {
    flag: '--out <file>',
    text: 'write each case as a JSON line as soon as it is graded',
    group: 'Results:',
  }),
  json: option(toggle, { flag: '--json', text: 'print {run, grading, counts, cases, metrics}', group: 'Results:' }),
  ...reportFlags,
  ...displayFlags,
  db,
};

/** The command that resumes a grading: the same one, without the limit that stopped it. */
export function renderGradeResume(run: string, command: GradeCommand): string {
  return `turnwise grade ${run}${renderKeptFlags(gradeFlags, command)}`;
}

export interface GradeCommand extends OptionValues<typeof gradeFlags> {
  readonly run: string;
}
