import { run } from '../commands/run.ts';
import type { DemoRecords } from './demo-records.ts';
import type { DemoWalk } from './demo-walk.ts';

const everyTurn = 'examples/running/every-turn.eval.yaml';

/** Runs an agent that passes with the reference history and fails with its own. `hasDetails`: print how to show the run. */
export async function walkRun(
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
        play: (io) => run({ files: [everyTurn], target: ['careful', 'careless'], ...store }, io),
        isShown: (line, index) => index === 0 || shown.test(line),
      },
    ],
  });
}
