import { calibrate } from '../commands/calibrate.ts';
import type { DemoRecords } from './demo-records.ts';
import type { DemoWalk } from './demo-walk.ts';

const deck = 'examples/refund-tone/tone.deck.md';

/** Which judges may be trusted: one reads the conversation, one only the last reply. */
export async function walkCalibration(walk: DemoWalk, store: DemoRecords['store']): Promise<void> {
  await walk.step({
    title:
      'Judges are measured against people before they are trusted. One of these two does not read the conversation.',
    line: `calibrate ${deck} --model careful,hasty --probe`,
    play: (io) => calibrate({ decks: [deck], model: ['careful', 'hasty'], probe: true, ...store }, io),
  });
}
