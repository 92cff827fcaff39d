import { describe, expect, it } from 'vitest';
import { makeSampled, openDeskStore } from '../../test/support/sampled-desk.ts';
import type { LabelPick } from '../conversation/label-request.ts';
import type { CurationStore, NewLabel } from '../store/curation-port.ts';
import { listOpenPicks, readRunLabels } from './run-labels.ts';

const run = 'r1';
const question = 'tone.deck.md';

async function openCuration(): Promise<CurationStore> {
  return (await openDeskStore(makeSampled())).curation;
}

function toPick(number: number, replyShare = 1): LabelPick {
  const subject = { run, case: `c${number}`, target: 'bot', repeat: 0, turnIndex: 1 };
  return { unit: `${number}:1`, frame: run, stratum: '', replyShare, subject };
}

/** Draws these of the remaining conversations. */
function draw({ labelRequests }: CurationStore, picks: readonly LabelPick[], population: number) {
  const strata = [{ name: '', population, drawn: picks.length }];
  return labelRequests.add({ by: 'ann', question, source: { run }, seed: 1, frames: [run], strata }, picks);
}

function toLabel({ subject }: LabelPick, rater: string, score: number): NewLabel {
  // A pick from a run has a run as its subject.
  return { subject: subject as NewLabel['subject'], question, rater, score, reason: '', blind: true };
}

describe('readRunLabels', () => {
  it('is empty for a run without labels and draws', async () => {
    expect(await readRunLabels(await openCuration(), run)).toEqual([]);
  });

  it('combines the newest score of each rater, and the probabilities of all draws', async () => {
    const curation = await openCuration();
    await draw(curation, [toPick(1), toPick(2, 0.5)], 10);
    await curation.labels.add([toLabel(toPick(1), 'ann', 3)]);
    await curation.labels.add([toLabel(toPick(1), 'ann', -1), toLabel(toPick(1), 'ben', 2)]);
    await draw(curation, [toPick(3)], 8);
    const [labels] = await readRunLabels(curation, run);
    // 1 − (1 − 2/10)(1 − 1/8) = 0.3 for every conversation, whichever draw picked it.
    expect(labels).toMatchObject({
      question,
      chosen: [],
      drawn: [
        { conversation: 1, turnIndex: 1, score: -1 },
        { conversation: 2, turnIndex: 1, score: null },
        { conversation: 3, turnIndex: 1, score: null },
      ],
    });
    const chances = labels?.drawn.map(({ conversationChance, inclusionProbability }) => [
      conversationChance.toFixed(6),
      inclusionProbability.toFixed(6),
    ]);
    expect(chances).toEqual([
      ['0.300000', '0.300000'],
      ['0.300000', '0.150000'],
      ['0.300000', '0.300000'],
    ]);
  });

  it('keeps labels that no draw asked for separate, even if the reply was drawn later', async () => {
    const curation = await openCuration();
    await curation.labels.add([toLabel(toPick(1), 'ann', 3), toLabel(toPick(7), 'ann', 3)]);
    await draw(curation, [toPick(1), toPick(2)], 10);
    expect(await readRunLabels(curation, run)).toMatchObject([
      { chosen: ['bot', 'bot'], drawn: [{ score: null }, { score: null }] },
    ]);
  });
});

describe('listOpenPicks', () => {
  it('lists what a rater has not scored, starting with replies without any score', async () => {
    const curation = await openCuration();
    await draw(curation, [toPick(1), toPick(2), toPick(3)], 10);
    await curation.labels.add([toLabel(toPick(1), 'ann', 3), toLabel(toPick(2), 'ben', 3)]);
    const list = async (rater: string) => {
      const picks = await listOpenPicks(curation, { run, question, rater });
      return picks.map(({ unit }) => unit);
    };
    expect(await list('ann')).toEqual(['3:1', '2:1']);
    expect(await list('ben')).toEqual(['3:1', '1:1']);
    expect(await list('cid')).toEqual(['3:1', '1:1', '2:1']);
  });
});
