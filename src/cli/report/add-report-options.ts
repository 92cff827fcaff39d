import type { Command } from 'commander';

/** Where reports of a run are written, as the command line gives it. */
export interface ReportOptions {
  readonly html?: string;
  readonly junit?: string;
  readonly markdown?: string;
}

/** Adds `--html`, `--junit` and `--markdown` to a command. */
export function addReportOptions(command: Command): Command {
  return command
    .option('--html <file>', 'write a page with metrics and every conversation; one file, no network')
    .option('--junit <file>', 'write JUnit XML, for CI')
    .option('--markdown <file>', 'write a short report for a pull request; $GITHUB_STEP_SUMMARY is added to');
}
