import { resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { type FileKind, getKind } from '../../files/project/file-kind.ts';
import type { ExitCode, Io } from '../io.ts';
import { isNamedRun } from '../show/named-run.ts';
import type { ShowCommand } from '../show/show-command.ts';
import { usageFault } from '../usage-fault.ts';

/** Prints what a file would ask, or what was recorded of a run. Executes nothing and calls nobody. */
export async function show(command: ShowCommand, io: Io): Promise<ExitCode> {
  if (await isNamedRun(command, io)) {
    checkOptions('run', command);
    return (await import('../show/show-run.ts')).showRun(command, io);
  }
  const path = resolve(io.cwd, command.file);
  const kind = await getKind(path, io.cwd);
  checkOptions(kind, command);
  if (kind === 'eval') return (await import('../show/show-eval.ts')).showEval(path, command, io);
  if (kind === 'deck') return (await import('../show/show-deck.ts')).showDeck(path, command, io);
  if (kind === 'samples') return (await import('../show/show-samples.ts')).showSamples(path, command, io);
  if (kind === 'items') return (await import('../show/show-items.ts')).showItems(path, command, io);
  throw new Fault({
    code: 'SHOW_NOT_SHOWABLE',
    message: `"${command.file}" is a ${kind} file; there is no conversation in it to show.`,
    hint: `Type: turnwise validate ${command.file}`,
  });
}

const fits = {
  case: ['eval', 'items', 'run'],
  messages: ['eval'],
  question: ['eval'],
  sample: ['deck', 'samples'],
  target: ['run'],
  status: ['run'],
  limit: ['run'],
  grading: ['run'],
  judge: ['run'],
  html: ['run'],
  junit: ['run'],
  markdown: ['run'],
  store: ['run', 'eval'],
} as const;

/** An option that would be ignored is a misunderstanding, and is told. */
function checkOptions(kind: FileKind | 'run', command: ShowCommand): void {
  for (const [option, kinds] of Object.entries(fits)) {
    if (!(option in command) || kinds.some((name) => name === kind)) continue;
    const what = kind === 'run' ? 'a run' : `${kind === 'eval' ? 'an' : 'a'} ${kind} file`;
    throw usageFault(`--${option} does not go with ${what}.`, toBetter(kind, kinds));
  }
}

function toBetter(kind: FileKind | 'run', kinds: readonly string[]): string {
  if (kinds.length === 1 && kinds[0] === 'run') return 'It goes with a run: turnwise show run:<id>.';
  return kind === 'deck' || kind === 'samples' ? 'Type --sample <id>.' : 'Leave it out, or type --case <id>.';
}
