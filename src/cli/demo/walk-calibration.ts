import { calibrate } from '../commands/calibrate.ts';
import type { DemoRecords } from './demo-records.ts';
import type { DemoWalk } from './demo-walk.ts';

const deck = 'examples/refund-tone/tone.deck.md';

/** Two judges against human labels: one uses the history, the other reads the last reply only. */
export async function walkCalibration(walk: DemoWalk, store: DemoRecords['store']): Promise<void> {
  let isVerdict = true;
  await walk.section({
    title: 'Calibrate: compare two LLM judges with human labels before you trust them.',
    commands: [
      {
        line: `calibrate ${deck} --judge careful,hasty --probe`,
        play: (io) => calibrate({ decks: [deck], judge: ['careful', 'hasty'], probe: true, ...store }, io),
        // The verdicts are the first block, and the metrics the second.
        isShown: (line) => {
          isVerdict &&= !line.startsWith('Worst disagreements');
          return isVerdict && line !== '';
        },
      },
    ],
  });
}
