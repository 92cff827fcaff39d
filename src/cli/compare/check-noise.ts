import { usageFault } from '../usage-fault.ts';
import type { NoiseCommand } from './noise-flags.ts';

const playOptions = ['targets', 'send', 'cases', 'tags', 'limit', 'repeat', 'judge'] as const;
const callOptions = ['concurrency', 'timeoutSeconds', 'budgetUsd', 'maxCalls'] as const;

export function isStored({ files }: NoiseCommand): boolean {
  return files.some((file) => file.startsWith('run:'));
}

/** An option that would be ignored is a fault. `--judge-again` takes limits, and asks the judges of the run. */
export function checkStored(command: NoiseCommand): void {
  if (command.files.length > 1) throw usageFault('noise measures one run at a time.', 'Run: turnwise noise run:<id>');
  const refused = command.judgeAgain === true ? playOptions : [...playOptions, ...callOptions];
  const isCacheRefused = command.cache === false && command.judgeAgain !== true;
  if (!isCacheRefused && refused.every((option) => command[option] === undefined)) return;
  throw usageFault(
    'Options that select or limit calls do not apply to a recorded run.',
    'Remove them, or name eval files. To measure one target, use run:<id>:<target>.',
  );
}
