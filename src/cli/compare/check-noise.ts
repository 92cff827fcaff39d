import { usageFault } from '../usage-fault.ts';
import type { NoiseCommand } from './noise-command.ts';

const playOptions = ['target', 'send', 'case', 'tag', 'limit', 'repeat', 'judge'] as const;
const callOptions = ['concurrency', 'timeout', 'budgetUsd', 'maxCalls'] as const;

export function isStored({ files }: NoiseCommand): boolean {
  return files.some((file) => file.startsWith('run:'));
}

/** An option that would be ignored is told. Who has judges asked again says how, and not which: they are the same. */
export function checkStored(command: NoiseCommand): void {
  if (command.files.length > 1) throw usageFault('A run is measured alone.', 'Type: turnwise noise run:<id>');
  const refused = command.judgeAgain === true ? playOptions : [...playOptions, ...callOptions];
  const isCacheRefused = command.cache === false && command.judgeAgain !== true;
  if (!isCacheRefused && refused.every((option) => command[option] === undefined)) return;
  throw usageFault(
    'A run that was played is measured as it is: options of playing do not go with it.',
    'Leave them out, or name eval files; one target of a run is run:<id>:<target>.',
  );
}
