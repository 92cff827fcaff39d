import type { Command } from 'commander';
import type { Finish, Io } from '../io.ts';
import { addFlags, readFlags } from '../job-flags.ts';
import { noiseFlags } from './noise-flags.ts';

/** `turnwise noise`, as data. */
export function addNoise(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('noise')
    .description('measure run-to-run variance and the minimum detectable difference')
    .argument('<files...>', 'eval files or folders, or run:<id> for a run with repeats');
  addFlags(command, noiseFlags)
    .addHelpText('after', afterHelp)
    .action((files: string[], typed: Record<string, unknown>) =>
      finish(async () => (await import('../commands/noise.ts')).noise({ ...readFlags(noiseFlags, typed), files }, io)),
    );
}

const afterHelp = `
The command records an ordinary run with repeats. You can compare it with other runs.

Examples:
  turnwise noise evals --repeat 5
  turnwise noise run:last
  turnwise noise run:last --judge-again

Exit code: 0 measured · 2 invalid files or options · 3 no case was graded twice, or a database error · 130 interrupted`;
