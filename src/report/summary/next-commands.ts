import { quoteList } from '../../format/quote-argument.ts';
import type { RunSummary } from '../run-summary.ts';
import type { SummaryStyle } from '../summary-style.ts';

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
