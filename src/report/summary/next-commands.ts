import { quoteArgument } from '../quote-argument.ts';
import type { RunSummary } from '../run-summary.ts';
import type { SummaryStyle } from '../summary-style.ts';

/** What to type after a run, the command alone on its line after a word of what it does. */
export function renderNextCommands(
  { metrics: { run, causes }, failed }: RunSummary,
  { storeOption = '', cases, compareCommand }: SummaryStyle,
): readonly string[] {
  const [first] = failed;
  const chosen = first === undefined ? '' : ` --case ${quoteArgument(first.id)}`;
  const isShown = first === undefined && cases !== undefined;
  const hasErrors = causes.some(({ status }) => status === 'error');
  return [
    ...(isShown ? [] : [`Details: turnwise show run:${run}${chosen}${storeOption}`]),
    ...(hasErrors ? [`Retry errors: turnwise run --resume ${run} --retry-errors${storeOption}`] : []),
    ...(compareCommand === undefined ? [] : [`Compare with the previous run: ${compareCommand}${storeOption}`]),
  ];
}
