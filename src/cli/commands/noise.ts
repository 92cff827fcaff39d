import { systemClock } from '../../base/clock.ts';
import { measureRunNoise } from '../../compose/measure-run-noise.ts';
import { getStore } from '../../compose/open-store.ts';
import { openRunSession } from '../../compose/run-session.ts';
import { renderNoise } from '../../report/compare/render-noise.ts';
import type { Store } from '../../store/port.ts';
import type { NoiseCommand } from '../compare/noise-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { printWarnings } from '../print-warnings.ts';
import { renderResume, renderStoreOption } from '../run/next-commands.ts';
import { renderPlanLine } from '../run/plan-line.ts';
import { playSession } from '../run/play-session.ts';
import { toRunRequest } from '../run/to-run-request.ts';
import { usageFault } from '../usage-fault.ts';

const defaultRepeat = 5;

/** How much a run differs from itself: plays every case several times, or reads a run that has repeats. */
export async function noise(command: NoiseCommand, io: Io): Promise<ExitCode> {
  const [name = ''] = command.files;
  if (!isStored(command)) return playNoise(command, io);
  checkStored(command);
  const store = await getStore({ path: command.store, cwd: io.cwd, clock: io.clock ?? systemClock });
  try {
    return await printNoise(name, { store, command, io });
  } finally {
    await store.close();
  }
}

const playOptions = [
  ...(['target', 'send', 'case', 'tag', 'limit', 'repeat', 'judge'] as const),
  ...(['concurrency', 'timeout', 'budgetUsd', 'maxCalls'] as const),
];

/** An option that would be ignored is told. */
function checkStored(command: NoiseCommand): void {
  if (command.files.length > 1) throw usageFault('A run is measured alone.', 'Type: turnwise noise run:<id>');
  const given = playOptions.find((option) => command[option] !== undefined);
  if (given === undefined && command.cache !== false) return;
  throw usageFault(
    'A run that was played is measured as it is: options of playing do not go with it.',
    'Leave them out, or name eval files; one target of a run is run:<id>:<target>.',
  );
}

async function playNoise(command: NoiseCommand, io: Io): Promise<ExitCode> {
  const { repeat = defaultRepeat } = command;
  if (repeat < 2) throw usageFault('Noise needs every case at least twice.', `Type --repeat ${defaultRepeat}.`);
  const session = await openRunSession(toRunRequest({ ...command, repeat }, io), io.clock);
  try {
    printWarnings(session.warnings, io);
    if (command.quiet !== true) io.err(`${renderPlanLine(session)}\n`);
    const { state, failure } = await playSession(session, { io, isQuiet: command.quiet === true });
    if (failure !== undefined) throw failure;
    if (state === 'interrupted') {
      const resume = renderResume(session.run, command, io.cwd);
      io.err(`Stopped. Go on with:\n  ${resume}\nThen: turnwise noise run:${session.run}\n`);
      return 130;
    }
    return await printNoise(session.run, { store: session.store, command, io });
  } finally {
    await session.close();
  }
}

interface Printing {
  readonly store: Store;
  readonly command: NoiseCommand;
  readonly io: Io;
}

/** Exit code 3: no case came to a verdict twice, so nothing can be said. */
async function printNoise(name: string, { store, command, io }: Printing): Promise<ExitCode> {
  const noises = await measureRunNoise(store.runs, name);
  const storeOption = renderStoreOption({ ...command, files: isStored(command) ? [] : command.files }, io.cwd);
  if (command.json === true) io.out(`${JSON.stringify({ run: noises[0]?.run, noise: noises }, null, 2)}\n`);
  else io.out(renderNoise(noises, { palette: toPalette(io.color.out), storeOption }));
  return noises.every(({ smallest }) => smallest.length === 0) ? 3 : 0;
}

function isStored({ files }: NoiseCommand): boolean {
  return files.some((file) => file.startsWith('run:'));
}
