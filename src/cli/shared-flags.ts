import { type OptionFlag, type OptionValues, option, rate, text, toggle, wholeOrZero } from '../job/option-list.ts';

/** Which rates and errors a run or a grading passes with. */
export const verdictFlags = {
  threshold: option(rate, {
    flag: '--threshold <rate>',
    text: 'minimum pass rate for exit code 0 (default: 1)',
    group: 'Results:',
  }),
  allowUngraded: option(wholeOrZero, {
    flag: '--allow-ungraded <n>',
    text: 'maximum errors + ungraded before exit code 3 (default: 0)',
    group: 'Results:',
  }),
};

/** The reports of a run. */
export const reportFlags = {
  html: option(text, {
    flag: '--html <file>',
    text: 'write a self-contained HTML page with charts and all conversations',
    group: 'Results:',
  }),
  junit: option(text, { flag: '--junit <file>', text: 'write JUnit XML for CI', group: 'Results:' }),
  markdown: option(text, {
    flag: '--markdown <file>',
    text: 'write a summary for a pull request (appends to $GITHUB_STEP_SUMMARY)',
    group: 'Results:',
  }),
};

export interface ReportOptions extends OptionValues<typeof reportFlags> {}

export const verboseFlag: OptionFlag = { flag: '-v, --verbose', text: 'print all details', group: 'Options:' };

export const displayFlags = {
  verbose: option(toggle, verboseFlag),
  quiet: option(toggle, { flag: '-q, --quiet', text: 'hide progress', group: 'Options:' }),
};

/** Options that several commands have: one name and one help text each. */
export const dbOption = ['--db <file>', 'database file (default: .turnwise/turnwise.db in the project)'] as const;
export const userOption = [
  '--user <name>',
  'your name, recorded with your changes (default: your login name)',
] as const;
export const verboseOption = [verboseFlag.flag, verboseFlag.text] as const;

/** How a run is named on the command line. */
export const runNames = 'run id (or its prefix or suffix), last, or last~1 for the one before';
