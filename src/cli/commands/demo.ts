import { fileURLToPath } from 'node:url';
import { Fault } from '../../base/fault.ts';
import { countWaiting } from '../demo/count-waiting.ts';
import { type DemoRecords, openDemoRecords } from '../demo/demo-records.ts';
import { DemoWalk } from '../demo/demo-walk.ts';
import { findNamedRun, listenTo } from '../demo/named-run.ts';
import { renderInvitation } from '../demo/render-invitation.ts';
import { seedTeam } from '../demo/seed-team.ts';
import { walkCalibration } from '../demo/walk-calibration.ts';
import { walkGrading } from '../demo/walk-grading.ts';
import { walkLoop } from '../demo/walk-loop.ts';
import type { ExitCode, Io } from '../io.ts';
import { packageFolder } from '../package-folder.ts';
import { toPalette } from '../paint.ts';
import { preview } from './preview.ts';
import { run } from './run.ts';
import { type RenderServing, serve } from './serve.ts';
import { show } from './show.ts';
import { validate } from './validate.ts';

const folder = fileURLToPath(packageFolder);
const multiTurn = 'examples/multi-turn/multi-turn.eval.yaml';
const everyTurn = 'examples/running/every-turn.eval.yaml';
const deck = 'examples/samples/math.deck.md';
const documents = 'examples/curated/docs';

export interface DemoCommand {
  /** Ends after printing, and serves nothing. */
  readonly once?: boolean;
  readonly db?: string;
}

/** Walks through the bundled examples: what is checked, asked, played and reviewed; then serves it. No key, no network. */
export async function demo(command: DemoCommand, io: Io): Promise<ExitCode> {
  const { store, remove } = openDemoRecords({ named: command.db, cwd: io.cwd, folder });
  const here: Io = { ...io, cwd: folder };
  const walk = new DemoWalk(here);
  const stopListening = io.onInterrupt?.(() => walk.interrupt());
  try {
    io.out(`${toPalette(io.color.out).bold('Turnwise')}: curate, run and calibrate multi-turn conversations.\n`);
    if (command.once !== true) io.out('The link to open is at the end.\n');
    const exitCode = await walkFiles(walk, store);
    await walkLoop(walk, store);
    await walkGrading(walk, store);
    await walkCalibration(walk, store);
    if (walk.isInterrupted) return 130;
    await seedTeam(store, here);
    io.out('\nYour own project:\n  npx turnwise init my-evals\n  npx turnwise run my-evals/evals/refunds.eval.yaml\n');
    if (command.once === true) return exitCode;
    io.out('\n');
    const served = await serveDemo(store, here);
    return exitCode === 0 ? served : exitCode;
  } finally {
    stopListening?.();
    remove();
  }
}

/** What stands in files, and what is played from them. Gives whether they are all in order. */
async function walkFiles(walk: DemoWalk, store: DemoRecords['store']): Promise<ExitCode> {
  const exitCode = await walk.step({
    title: 'Every file is checked before anything is called.',
    line: 'validate examples',
    play: (io) => validate({ paths: ['examples'] }, io),
  });
  await walk.step({
    title: 'Models are sent chat messages. Judges, and targets with `send: question`, see one formatted question.',
    line: `preview ${multiTurn} --case debugging`,
    play: (io) => preview({ file: multiTurn, case: ['debugging'] }, io),
  });
  await walk.step({
    title: 'A judge will get exactly this.',
    line: `preview ${deck} --sample wrong-sum`,
    play: (io) => preview({ file: deck, sample: 'wrong-sum' }, io),
  });
  let printed = '';
  await walk.step({
    title:
      'Two agents, after a good history (every-turn) and after their own replies (script). One fails, as it should.',
    line: `run ${everyTurn} --target careful,careless`,
    play: (io) =>
      run(
        { files: [everyTurn], target: ['careful', 'careless'], ...store },
        listenTo(io, (text) => {
          printed += text;
        }),
      ),
  });
  const name = findNamedRun(printed);
  await walk.step({
    title: 'Every verdict stands under the turn it speaks of.',
    line: `show ${name} --case return-4712 --status fail`,
    play: (io) => show({ run: name, case: ['return-4712'], status: ['fail'], ...store }, io),
  });
  return exitCode;
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
