import { fileURLToPath } from 'node:url';
import { Fault } from '../../base/fault.ts';
import { countWaiting } from '../demo/count-waiting.ts';
import { type DemoRecords, openDemoRecords } from '../demo/demo-records.ts';
import { DemoWalk } from '../demo/demo-walk.ts';
import { renderInvitation } from '../demo/render-invitation.ts';
import { seedTeam } from '../demo/seed-team.ts';
import { walkCalibration } from '../demo/walk-calibration.ts';
import { walkReview } from '../demo/walk-review.ts';
import { walkRun } from '../demo/walk-run.ts';
import type { ExitCode, Io } from '../io.ts';
import { packageFolder } from '../package-folder.ts';
import { toPalette } from '../paint.ts';
import { type RenderServing, serve } from './serve.ts';

const folder = fileURLToPath(packageFolder);
const documents = 'examples/curated/docs';

export interface DemoCommand {
  /** Ends after printing, and serves nothing. */
  readonly once?: boolean;
  readonly db?: string;
}

/** Walks through the bundled examples: run, calibrate, review; then serves them. No API key, no network. */
export async function demo(command: DemoCommand, io: Io): Promise<ExitCode> {
  const { store, isKept, remove } = openDemoRecords({ named: command.db, cwd: io.cwd, folder });
  const here: Io = { ...io, cwd: folder };
  const walk = new DemoWalk(here);
  const stopListening = io.onInterrupt?.(() => walk.interrupt());
  try {
    const { bold } = toPalette(io.color.out);
    io.out(`${bold('Turnwise')} tests multi-turn LLM agents. This demo needs no API key and no network.\n`);
    await walkRun(walk, store, { hasDetails: isKept || command.once !== true });
    await walkCalibration(walk, store);
    await walkReview(walk, store);
    if (walk.isInterrupted) return 130;
    await seedTeam(store, here);
    io.out('\nStart your own project: npx turnwise init my-evals\n');
    if (command.once === true) return walk.exitCode;
    const served = await serveDemo(store, here);
    return walk.exitCode === 0 ? served : walk.exitCode;
  } finally {
    stopListening?.();
    remove();
  }
}

/** On the usual port; on a free one where that is taken, as by another project. */
async function serveDemo(store: DemoRecords['store'], io: Io): Promise<ExitCode> {
  const command = { documents, ...store };
  const waiting = await countWaiting(store, io);
  const render: RenderServing = (serving, palette) => renderInvitation(serving, waiting, palette);
  try {
    return await serve(command, io, render);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'SERVE_PORT_TAKEN') throw error;
    return serve({ ...command, port: 0 }, io, render);
  }
}
