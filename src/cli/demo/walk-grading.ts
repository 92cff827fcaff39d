import { run } from '../commands/run.ts';
import type { DemoRecords } from './demo-records.ts';
import type { DemoWalk } from './demo-walk.ts';
import { findNamedRun, listenTo } from './named-run.ts';

const evalFile = 'examples/grading/grading.eval.yaml';

/** How replies are graded: by checks, by a program, by judges; each turn, and the whole. */
export async function walkGrading(walk: DemoWalk, store: DemoRecords['store']): Promise<void> {
  await walk.step({
    title:
      'Checks, a program of yours and judges grade each turn and the whole. One case of three fails, as it should.',
    line: `run ${evalFile}`,
    play: async (io) => {
      let printed = '';
      const code = await run(
        { files: [evalFile], ...store },
        listenTo(io, (text) => {
          printed += text;
        }),
      );
      io.out(`As a page, to filter and read: turnwise show ${findNamedRun(printed)} --html report.html\n`);
      return code;
    },
  });
}
