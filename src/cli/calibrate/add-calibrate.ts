import type { Command } from 'commander';
import type { Finish, Io } from '../io.ts';
import { addFlags, readFlags } from '../job-flags.ts';
import { calibrateFlags } from './calibrate-flags.ts';

/** `turnwise calibrate`, as data. */
export function addCalibrate(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('calibrate')
    .description('measure LLM judges against human labels before you trust them')
    .argument('[decks...]', "deck files or folders (a deck is a judge's prompt and rubric)");
  addFlags(command, calibrateFlags)
    .addHelpText('after', afterHelp)
    .action((decks: string[], typed: Record<string, unknown>) =>
      finish(async () => {
        const { calibrate } = await import('../commands/calibrate.ts');
        return calibrate({ ...readFlags(calibrateFlags, typed), decks }, io);
      }),
    );
}

const afterHelp = `
A judge is trusted when the evidence for every rate in the deck's gate is strong enough: an e-value of at least 40.
The e-value stays valid however often you check. If the deck has no gate, TPR and TNR must be at least 0.8.
Each additional judge you try on the same test samples needs more evidence: 80, 240, …
With --swap and --gate, a new judge gets a certificate only if it is not worse than the old one.
Press Ctrl-C once to finish the calls in flight and stop. Run the same command to resume.

Exit code: 0 done
           1 a judge is not trusted (--gate)
           2 invalid input
           3 limit reached, or a judge did not answer
           130 interrupted`;
