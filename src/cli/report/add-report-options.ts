import type { Command } from 'commander';

/** Where reports of a run are written, as the command line gives it. */
export interface ReportOptions {
  readonly html?: string;
  readonly junit?: string;
  readonly markdown?: string;
}

export const htmlOption = [
  '--html <file>',
  'write a self-contained HTML page with charts and all conversations',
] as const;

/** Adds `--html`, `--junit` and `--markdown` to a command. */
export function addReportOptions(command: Command): Command {
  return command
    .option(...htmlOption)
    .option('--junit <file>', 'write JUnit XML for CI')
    .option('--markdown <file>', 'write a summary for a pull request (appends to $GITHUB_STEP_SUMMARY)');
}
