import { calibrate } from '../commands/calibrate.ts';
import type { DemoRecords } from './demo-records.ts';
import type { DemoWalk } from './demo-walk.ts';

const deck = 'examples/refund-tone/tone.deck.md';

/** Title, verdicts and the table of metrics: the rest of the report is for who has a question. */
const shownParagraphs = 3;

/** Which judges may be trusted: one reads the conversation, one only the last reply. */
export async function walkCalibration(walk: DemoWalk, store: DemoRecords['store']): Promise<void> {
  await walk.step({
    title:
      'Judges are measured against people before they are trusted. One of these two may not read the conversation.',
    line: `calibrate ${deck} --judge careful,hasty --probe`,
    play: async (io) => {
      let printed = '';
      const out = (text: string) => {
        printed += text;
      };
      const code = await calibrate(
        { decks: [deck], judge: ['careful', 'hasty'], probe: true, ...store },
        { ...io, out },
      );
      io.out(`${printed.split('\n\n').slice(0, shownParagraphs).join('\n\n')}\n\n`);
      io.out('… and where they disagree, by tag, by turns, under each probe. As a page: add --html report.html\n');
      return code;
    },
  });
}
