import { fileURLToPath } from 'node:url';
import { Fault } from '../../base/fault.ts';
import { listMissing } from '../../curate/approval.ts';
import { fromBody } from '../../curate/item-content.ts';
import type { Palette } from '../../report/palette.ts';
import { listAssignments } from '../../review/queue.ts';
import { loadApprovalRules } from '../../review/review-context.ts';
import { findActor } from '../curation/find-actor.ts';
import { withCuration } from '../curation/with-curation.ts';
import { type DemoRecords, openDemoRecords } from '../demo/demo-records.ts';
import { DemoWalk } from '../demo/demo-walk.ts';
import { seedTeam } from '../demo/seed-team.ts';
import { walkReview } from '../demo/walk-review.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import type { Serving } from '../serve/render-serving.ts';
import { packageFolder } from '../version.ts';
import { calibrate } from './calibrate.ts';
import { run } from './run.ts';
import { type RenderServing, serve } from './serve.ts';

const folder = fileURLToPath(packageFolder);
const documents = 'examples/curated/docs';

interface DemoCommand {
  /** true: ends after printing, without starting the Studio. */
  readonly once?: boolean;
  readonly db?: string;
}

/** Runs the bundled examples (run, calibrate, review), then starts the Studio. It needs no API key and no network. */
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

/** Starts the Studio on the default port, or on a free one if that port is taken. */
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

/** The last lines of the demo: what is in your review queue, and the link to open. */
export function renderInvitation({ token, link }: Serving, waiting: QueueCounts, palette: Palette): string {
  const once = token === undefined ? '' : ' (it works once, within 10 minutes)';
  return `${palette.bold('Studio')}: ${renderWaiting(waiting)}
Ctrl-C stops the server. Open this link in your browser${once}:

  ${palette.bold(link)}
`;
}

function renderWaiting({ ready, blocked }: QueueCounts): string {
  const count = ready + blocked;
  if (count === 0) return 'your queue is empty. Claim more conversations in the Studio.';
  const parts = [
    ...(ready === 0 ? [] : [`${ready} ready to approve`]),
    ...(blocked === 0 ? [] : [`${blocked} with problems`]),
  ];
  return `${count} ${count === 1 ? 'conversation' : 'conversations'} in your review queue (${parts.join(', ')}).`;
}

const everyTurn = 'examples/running/every-turn.eval.yaml';

/** Runs an agent that passes with the reference history and fails with its own. `hasDetails`: print how to show the run. */
async function walkRun(
  walk: DemoWalk,
  store: DemoRecords['store'],
  { hasDetails }: { readonly hasDetails: boolean },
): Promise<void> {
  const shown = hasDetails
    ? /^ {2}return-4712|^ {6}|^Error propagation|^Details/
    : /^ {2}return-4712|^ {6}|^Error propagation/;
  await walk.section({
    title: 'Run: two agents, with reference history (every-turn) and with their own history (script).',
    commands: [
      {
        line: `run ${everyTurn} --target careful,careless`,
        play: (io) => run({ files: [everyTurn], targets: ['careful', 'careless'], ...store }, io),
        isShown: (line, index) => index === 0 || shown.test(line),
      },
    ],
  });
}

const deck = 'examples/refund-tone/tone.deck.md';

/** Two judges against human labels: one uses the history, the other reads the last reply only. */
async function walkCalibration(walk: DemoWalk, store: DemoRecords['store']): Promise<void> {
  let isVerdict = true;
  await walk.section({
    title: 'Calibrate: compare two LLM judges with human labels before you trust them.',
    commands: [
      {
        line: `calibrate ${deck} --judge careful,hasty --probe`,
        play: (io) => calibrate({ decks: [deck], judges: ['careful', 'hasty'], probe: true, ...store }, io),
        // The verdicts are the first block, and the metrics the second.
        isShown: (line) => {
          isVerdict &&= !line.startsWith('Worst disagreements');
          return isVerdict && line !== '';
        },
      },
    ],
  });
}

/** The drafts assigned to a user: those ready to approve, and those with problems. */
export interface QueueCounts {
  readonly ready: number;
  readonly blocked: number;
}

export async function countWaiting(store: DemoRecords['store'], io: Io): Promise<QueueCounts> {
  let missing: readonly number[] = [];
  await withCuration(store, io, async ({ context }) => {
    const rules = await loadApprovalRules(context);
    const assigned = await listAssignments(context, findActor(undefined, io));
    missing = assigned.map(({ body, status }) => listMissing(fromBody(body, status), rules).length);
    return 0;
  });
  const ready = missing.filter((count) => count === 0).length;
  return { ready, blocked: missing.length - ready };
}
