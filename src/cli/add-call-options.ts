import type { Command } from 'commander';
import { toPositive, toWholeNumber } from './option-values.ts';

/** How judges are asked. `most` is what the number of calls at once stands for. */
export function addCallOptions(command: Command, most = 'most calls at once'): Command {
  return command
    .optionsGroup('How:')
    .option('-c, --concurrency <n>', `${most} (default: 10)`, toWholeNumber)
    .option('--timeout <seconds>', 'for one call (default: 120, or as the target says)', toPositive)
    .option('--budget-usd <n>', 'stop before more than this is spent', toPositive)
    .option('--max-calls <n>', 'stop after so many calls', toWholeNumber)
    .option('--no-cache', 'ask again, also what was asked before')
    .option('--record <file>', 'write every call to a cassette, for a replay target');
}
