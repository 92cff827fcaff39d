import { quoteList } from '../../format/transcript.ts';
import type { Palette } from '../palette.ts';
import type { RunSummary } from '../run-summary.ts';

/** How the summary is shown. */
export interface SummaryStyle {
  readonly palette: Palette;
  /** Longest line, in characters; Infinity: nothing is cut or broken. */
  readonly width: number;
  /** Every table and every note, instead of what fits on one screen. */
  readonly verbose?: boolean;
  /** Lines that list cases, in place of the failures. */
  readonly cases?: readonly string[];
  /** Option that the next command needs: ` --db <file>`. */
  readonly storeOption?: string;
  /** What compares this run with an earlier one: `turnwise compare …`. */
  readonly compareCommand?: string;
}

/** What to type after a run, the command alone on its line after a word of what it does. */
export function renderNextCommands(
  { metrics: { run, causes, variants }, failed }: RunSummary,
  { storeOption = '', cases, compareCommand }: SummaryStyle,
): readonly string[] {
  const [first] = failed;
  // The same case may have passed in another variant. Its conversation is not what you look for.
  const status = first === undefined || variants.length < 2 ? '' : ` --status ${first.status}`;
  const chosen = first === undefined ? '' : ` --case ${quoteList([first.id])}${status}`;
  const isShown = first === undefined && cases !== undefined;
  const hasErrors = causes.some(({ status }) => status === 'error');
  return [
    ...(isShown ? [] : [`Details: turnwise show run:${run}${chosen}${storeOption}`]),
    ...(hasErrors ? [`Retry errors: turnwise run --resume ${run} --retry-errors${storeOption}`] : []),
    ...(compareCommand === undefined ? [] : [`Compare with the previous run: ${compareCommand}${storeOption}`]),
  ];
}
