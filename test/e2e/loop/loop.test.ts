import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseRecord } from '../../../src/conversation/run/run-record.ts';
import { getItem, type Key, listAudit, toItemPath } from '../../support/api-client-items.ts';
import type { WireItem } from '../../support/api-client-shapes.ts';
import { findBrowser } from '../../support/browser.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { type Desk, eventually } from '../../support/studio-desk.ts';
import { makeProject } from '../../support/temp-project.ts';
import * as ann from './ann-at-the-studio.ts';
import { gradedEval, kindTargets, mendedTargets, shopFiles, toneItems } from './shop.ts';
import { listHeld, listLabels, listRefusals, snapshotInTerminal } from './what-is-stored.ts';
import { openWorkshop, playShop, type RunOutcome, type Workshop } from './workshop.ts';

/*
 * The loop is the product: conversations come in, people review and label them, what is approved is played, what fails
 * comes back to people. One story in the order of the file; each step continues where the one before ended. Ann works in the
 * Studio, Ben and the pipeline in a terminal; over HTTP it is only looked up what is stored.
 */
const executablePath = findBrowser();
const chapter = describe.skipIf(executablePath === undefined);

let workshop: Workshop;
let seat: ann.AnnsDesk;
let desk: Desk;
let page: string;
let firstSnapshot: string;
let before: RunOutcome;
let second: RunOutcome;
let mended: RunOutcome;
let curt: Key;

const dataset = 'shop';
const lateReturn: Key = { dataset, id: 'late-return' };
const broughtBack = (id: string): Key => ({ dataset, id: `${before.run}~${id}~desk~every-turn` });

beforeAll(async () => {
  if (executablePath === undefined) return;
  workshop = await openWorkshop(shopFiles);
  seat = await ann.sitDown(executablePath, workshop.link);
  desk = seat.desk;
}, 60_000);
afterAll(async () => {
  await seat?.close();
  await workshop?.close();
});

chapter('from conversations to ground truth', () => {
  it('imports conversations', async () => {
    const { code, out, err } = await workshop.run(['import', 'shop.items.jsonl']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('4 items: 4 created.');
  });

  it('offers unfinished items to reviewers who claim work', async () => {
    await ann.askForWork(desk, 1);
    expect(await listHeld(workshop)).toMatchObject([{ id: 'late-return', status: 'draft', assignedTo: 'ann' }]);
    expect(await ann.readId(desk)).toBe('late-return');
  });

  it('does not approve it yet, and lists everything that is missing', async () => {
    expect(await ann.readWhatBlocks(desk, 2)).toEqual([
      ['Turn 4', 'The turn has no text and no tool calls.'],
      ['Turn 2, answer key', expect.stringMatching(/^The answer key cites .*\/returns, which is not a reference/)],
    ]);
    expect(await listRefusals(workshop, lateReturn)).toEqual([
      ['history[3].msg', 'APPROVAL_EMPTY_TURN'],
      ['history[1].answerKey', 'APPROVAL_MISSING_REF'],
    ]);
  });

  it('finds the page that an answer rests on', async () => {
    const [title, url, passage] = await ann.findDocument(desk, 2, 'free label');
    expect([title, passage]).toEqual(['Returns', expect.stringContaining('The label is free.')]);
    page = url ?? '';
    expect(page).toBe('https://docs.shop.example/returns');
  });

  it('keeps references, tags and an answer key with each turn', async () => {
    const stale = (await getItem(workshop.api, lateReturn)).etag;
    await ann.takeDocument(desk, 'Returns');
    await ann.pickExcerpt(desk, 'within 30 days of delivery');
    await ann.tagTurn(desk, 2, 'policy');
    await ann.rewriteTurn(desk, 4, 'We do: the label is free.');
    await ann.pasteAddress(desk, 4, page);
    await ann.changeKey(desk, 4, { add: ['label', 'free'], remove: ['free'] });
    await ann.saveNow(desk);
    const { item, etag } = await getItem(workshop.api, lateReturn);
    const ref = { url: page, title: 'Returns', keyExcerpt: 'within 30 days of delivery' };
    expect(item.history?.[1]).toMatchObject({ refs: [ref], tags: ['policy'], answerKey: { mustMention: ['30 days'] } });
    expect(item.history?.[3]).toMatchObject({
      msg: 'We do: the label is free.',
      refs: [{ url: page }],
      answerKey: { mustMention: ['label', 'free'] },
    });
    expect(item).toMatchObject({ totalReferences: 1, status: 'draft', updatedBy: 'ann' });
    expect(etag).not.toBe(stale);
    const late = await workshop.api.put(toItemPath(lateReturn, 'assignments'), { comment: 'seen' }, stale);
    expect(late).toMatchObject({ status: 412, problem: { current: { _etag: item._etag } } });
  });

  it('asks to look again at keys that follow a turn which was edited', async () => {
    await ann.rewriteTurn(desk, 1, 'Can I send it back?');
    await ann.saveNow(desk);
    const { item } = await getItem(workshop.api, lateReturn);
    expect(item.history?.map(({ answerKey }) => answerKey?.contextChanged)).toEqual([
      ...[undefined, true, undefined, true],
    ]);
    expect(await ann.listDoubtedKeys(desk)).toEqual(['Turn 2', 'Turn 4']);
    expect(await ann.readWhatBlocks(desk, 2)).toEqual([
      ['Turn 2, answer key', 'An earlier turn was edited after the answer key was written. Check the key.'],
      ['Turn 4, answer key', 'An earlier turn was edited after the answer key was written. Check the key.'],
    ]);
    expect((await listRefusals(workshop, lateReturn)).map(([, code]) => code)).toEqual(
      Array(2).fill('APPROVAL_CONTEXT_CHANGED'),
    );
  });

  it('takes scores in the Studio and in a terminal, and keeps who gave which', async () => {
    const { item } = await getItem(workshop.api, lateReturn);
    await desk.goToTurn(4);
    await ann.giveScore(desk, 2, 'right and short');
    const { revision } = item as WireItem & { readonly revision: number };
    const subject = { dataset, item: lateReturn.id, turnIndex: 3, revision };
    await eventually(() => listLabels(workshop, dataset)).toMatchObject([
      { rater: 'ann', subject, score: 2, reason: 'right and short', question: 'overall', blind: true },
    ]);
    const typed = await workshop.run(['label', dataset, '--user', 'ben'], '3\n2 could be kinder\ns\n-1\n');
    expect(typed).toMatchObject({ code: 0, out: expect.stringContaining('3 labels, 1 skipped.') });
    const labels = await listLabels(workshop, dataset);
    expect(labels.map(({ rater, score, subject }) => [rater, 'item' in subject && subject.item, score])).toEqual([
      ['ann', 'late-return', 2],
      ['ben', 'gift-card', 3],
      ['ben', 'late-return', 2],
      ['ben', 'opening-hours', -1],
    ]);
  });

  it('approves it when nothing is missing, and the queue is empty', async () => {
    await ann.checkAgain(desk, 2);
    await ann.checkAgain(desk, 4);
    await ann.changeKey(desk, 2, { outcome: '' });
    await ann.changeKey(desk, 4, { remove: ['label'] });
    await ann.saveNow(desk);
    await ann.approve(desk);
    const { item } = await getItem(workshop.api, lateReturn);
    expect(item).toMatchObject({ status: 'approved', reviewedAt: expect.any(String) });
    expect(item.history?.map(({ answerKey }) => answerKey)).toEqual([
      ...[undefined, { mustMention: ['30 days'] }, undefined, { mustMention: ['free'] }],
    ]);
    await ann.seesThatAllIsReviewed(desk);
    expect(await listHeld(workshop)).toEqual([]);
  });

  it('keeps a snapshot of what is approved', async () => {
    firstSnapshot = await keepSnapshot();
  });
});

chapter('from ground truth to a run', () => {
  it('plays every answer of the approved conversations on its own, checked by the key of its turn', async () => {
    before = await playShop(workshop);
    expect(before.code).toBe(1);
    expect(before.statuses).toEqual([
      ['gift-card', 'fail'],
      ['late-return', 'pass'],
      ['lost-parcel', 'pass'],
      ['opening-hours', 'fail'],
    ]);
    expect(before.cases.map(({ play, turns }) => [play, turns.length])).toEqual([
      ...[2, 2, 1, 1].map((turns) => ['every-turn', turns]),
    ]);
    const [, returned] = before.cases;
    expect(returned?.turns[1]?.formatted_question).toContain('[Assistant]:\nWithin 30 days.\n\n[User]:\nWho pays');
  });

  it('reports it over HTTP', async () => {
    const { body } = await workshop.api.get('/v1/runs/last/cases?status=fail');
    const { cases } = body as { cases: readonly { id: string; firstFailure: { turnIndex: number } }[] };
    expect(cases.map(({ id, firstFailure }) => [id, firstFailure.turnIndex])).toEqual([
      ['gift-card', 1],
      ['opening-hours', 1],
    ]);
  });
});

chapter('from a run back to people', () => {
  it('brings failing cases into review, once', async () => {
    const args = ['import', 'run:last', '--status', 'fail', '--dataset', dataset];
    expect(await workshop.run(args)).toMatchObject({ code: 0, out: expect.stringContaining('2 items: 2 created.') });
    expect((await workshop.run(args)).out).toContain('2 items: 2 unchanged.');
  });

  it('offers them with what was said and why it failed', async () => {
    await ann.askForWork(desk, 2);
    const held = await listHeld(workshop);
    expect(held.map(({ id }) => id)).toEqual([broughtBack('gift-card').id, broughtBack('opening-hours').id]);
    expect(await ann.readId(desk)).toBe(broughtBack('gift-card').id);
    const [gift] = held;
    expect(await ann.readComment(desk)).toBe(gift?.comment);
    expect(gift?.comment).toContain('case "gift-card", target "desk"');
    expect(gift?.comment).toContain('Turn 2, must-mention-1: The reply does not contain "three years"');
    expect(gift?.meta).toMatchObject({ run: { run: before.run, case: 'gift-card', target: 'desk', status: 'fail' } });
    expect(gift?.history?.[1]).toMatchObject({
      msg: 'For three years.',
      answerKey: { mustMention: ['three years'] },
      meta: { reply: 'For one year.' },
      replyUnderTest: { run: before.run, caseId: 'gift-card', verdicts: [{ pass: false }] },
    });
    expect(gift?.history?.[3]).not.toHaveProperty('replyUnderTest');
    expect(await ann.readFailure(desk, 2)).toContain(`Failed in run ${before.run}`);
    expect(await ann.readFailure(desk, 2)).toContain('The reply does not contain "three years"');
  });

  it('lets people say who was wrong: the desk, or the key', async () => {
    await ann.writeComment(desk, 'The desk is wrong.');
    expect(await ann.readWhatBlocks(desk, 1)).toEqual([['Turn 2', expect.stringContaining('The reply failed in run')]]);
    await ann.keepAnswer(desk, 2, 'A gift card is valid for three years.');
    await ann.approve(desk);
    expect((await getItem(workshop.api, broughtBack('gift-card'))).item).toMatchObject({
      status: 'approved',
      comment: 'The desk is wrong.',
    });
    await ann.seesConversation(desk, broughtBack('opening-hours').id);
    await ann.rewriteTurn(desk, 2, 'Daily, 9:00 to 17:00.');
    await ann.changeKey(desk, 2, { add: ['9:00', '17:00'], remove: ['nine to five'] });
    await ann.writeComment(desk, 'The key was too narrow.');
    await ann.approve(desk);
    expect((await getItem(workshop.api, broughtBack('opening-hours'))).item).toMatchObject({
      status: 'approved',
      comment: 'The key was too narrow.',
    });
    for (const id of ['gift-card', 'opening-hours']) {
      await ann.deleteItem(desk, { dataset, id });
      expect((await getItem(workshop.api, { dataset, id })).item.status).toBe('deleted');
    }
    await ann.seesThatAllIsReviewed(desk);
    expect(await listHeld(workshop)).toEqual([]);
  });

  it('has them among the cases of the next run: one passes now, one still fails', async () => {
    second = await playShop(workshop);
    const { code, statuses } = second;
    expect(code).toBe(1);
    expect(statuses).toEqual([
      [broughtBack('gift-card').id, 'fail'],
      [broughtBack('opening-hours').id, 'pass'],
      ['late-return', 'pass'],
      ['lost-parcel', 'pass'],
    ]);
  });

  it('lets the desk pass when it has learned', async () => {
    workshop.write('targets.yaml', mendedTargets);
    mended = await playShop(workshop);
    const { code, statuses } = mended;
    expect({ code, statuses: statuses.map(([, status]) => status) }).toEqual({
      code: 0,
      statuses: Array(4).fill('pass'),
    });
  });
});

chapter('from verdicts to decisions', () => {
  it('says what changed between two runs, and that four cases prove nothing yet', async () => {
    const { code, out } = await workshop.run(['compare', second.run, mended.run, '--json']);
    // One case of four turned from fail to pass: exact McNemar on one discordant pair is p = 1.
    expect({ code, ...JSON.parse(out) }).toMatchObject({
      ...{ code: 0, pairs: 4, improved: 1, unchanged: 3, regressed: 0, p: 1, verdict: 'inconclusive' },
      difference: { value: 0.25 },
      neededCases: expect.any(Number),
      flipped: [{ id: broughtBack('gift-card').id, a: { status: 'fail' }, b: { status: 'pass' } }],
    });
  });

  it('grades the stored replies with a deck, and keeps the earlier verdicts', async () => {
    const { code, out } = await workshop.run(['grade', 'last', '--grader', 'tone.deck.md', '--when', 'all', '--json']);
    const { counts, cases }: { counts: object; cases: readonly CaseRecord[] } = JSON.parse(out);
    expect({ code, counts }).toMatchObject({ code: 1, counts: { pass: 3, fail: 1 } });
    const gift = cases.find(({ id }) => id === broughtBack('gift-card').id);
    expect(gift?.verdicts.map(({ grader, turnIndex }) => [grader, turnIndex])).toEqual([
      ...[
        ['turn-2/must-mention-1', 1],
        ['turn-4/must-mention-1', 3],
        ['tone', 1],
        ['tone', 3],
      ],
    ]);
    expect(gift?.verdicts[2]).toMatchObject({
      ...{ status: 'graded', score: -1, pass: false, reason: 'Curt, and no word of help.' },
      provenance: { grading: 1, kind: 'judge', deck: 'tone.deck.md', target: 'tone-judge', model: 'builtin:rules' },
    });
    const asPlayed = await workshop.run(['show', 'run:last', '--grading', '0', '--json']);
    expect(JSON.parse(asPlayed.out)).toMatchObject({ counts: { pass: 4, fail: 0 }, cases: mended.cases });
  });

  it('grades with the deck while it plays, once the eval file names it', async () => {
    workshop.write('shop.eval.yaml', gradedEval);
    const { code, cases } = await playShop(workshop);
    expect(code).toBe(1);
    const tones = cases.flatMap(({ id, verdicts }) =>
      verdicts.filter(({ grader }) => grader === 'tone').map((verdict) => [id, verdict.turnIndex, verdict.status]),
    );
    expect(tones).toHaveLength(6);
    const { out } = await workshop.run(['show', 'run:last', '--case', broughtBack('gift-card').id, '--judge-calls']);
    expect(out).toContain('# Judge the tone of the desk');
    expect(out).toContain('Curt, and no word of help.');
  });
});

chapter('from labels to a judge that may be trusted', () => {
  it('refuses a judge that was never measured', async () => {
    const { code, err } = await workshop.run(['run', 'shop.eval.yaml', '--require-certified']);
    expect(code).toBe(2);
    expect(err).toContain('tone.deck.md');
    expect(err).toContain('turnwise calibrate tone.deck.md');
  });

  it('asks people about the tone of other conversations', async () => {
    workshop.write('tone.items.jsonl', toneItems);
    expect(await workshop.run(['import', 'tone.items.jsonl'])).toMatchObject({ code: 0 });
    await ann.askForWork(desk, 6);
    await ann.chooseQuestion(desk, 'Judge the tone of the desk');
    for (let left = 6; left > 0; left--) {
      const isCurt = (await desk.turn(2).textContent())?.includes('Sure it is.');
      await ann.giveScore(desk, isCurt ? -1 : 2, isCurt ? 'no word of help' : '');
      await ann.approve(desk);
      if (left > 1) await desk.turn(2).waitFor();
    }
    await eventually(async () => (await listLabels(workshop, 'tone')).length).toBe(6);
    // The ids of each pair end in -curt and -kind.
    const answers = '-1 no word of help\n2\n'.repeat(15);
    const typed = await workshop.run(['label', 'tone', '--deck', 'tone.deck.md', '--user', 'ann'], answers);
    expect(typed).toMatchObject({ code: 0, out: expect.stringContaining('30 labels') });
    const labels = await listLabels(workshop, 'tone');
    for (const { subject, ...label } of labels) {
      const isCurt = 'item' in subject && subject.item.endsWith('-curt');
      expect(label).toMatchObject({
        ...{ rater: 'ann', question: 'tone.deck.md', blind: true },
        ...(isCurt ? { score: -1, reason: 'no word of help' } : { score: 2, reason: '' }),
      });
    }
    expect(new Set(labels.map(({ subject }) => 'item' in subject && subject.item)).size).toBe(36);
  }, 240_000);

  it('measures the judge against them, and writes a certificate', async () => {
    const args = ['calibrate', 'tone.deck.md', '--samples', 'dataset:tone', '--split', 'test', '--gate', '--json'];
    const { code, out } = await workshop.run(args);
    // 18 of 18 in each class against 0.7 have an e-value of 107; the lower end of the interval is 18/(18 + 1.96²) = 0.824.
    expect({ code, ...JSON.parse(out) }).toMatchObject({
      ...{ code: 0, split: 'test', skipped: [] },
      calibrations: [
        {
          ...{ deck: 'tone.deck.md', target: 'tone-judge', n: 36, graded: 36, ungraded: {}, disagreements: [] },
          exact: { value: 1, n: 36 },
          tpr: { value: 1, low: expect.closeTo(0.824, 3), n: 18 },
          tnr: { value: 1, low: expect.closeTo(0.824, 3), n: 18 },
          gate: { state: 'trusted', reasons: [], needed: [] },
        },
      ],
    });
  });

  it('plays with the judge that was certified, and brings what it fails to people', async () => {
    const { code, out, err } = await workshop.run(['run', 'shop.eval.yaml', '--require-certified']);
    expect(code).toBe(1);
    expect(err).toContain('trusted');
    expect(out).toContain('corrected');
    const imported = await workshop.run(['import', 'run:last', '--status', 'fail', '--dataset', dataset]);
    expect(imported).toMatchObject({ code: 0, out: expect.stringContaining('1 item: 1 created.') });
    await ann.askForWork(desk, 1);
    const [item] = await listHeld(workshop);
    curt = { dataset, id: item?.id ?? '' };
    expect(await ann.readId(desk)).toBe(curt.id);
    expect(await ann.readComment(desk)).toContain('Curt, and no word of help.');
    expect(item?.comment).toContain('Curt, and no word of help.');
  });

  it('has it approved, and passes when the desk has learned its tone', async () => {
    await ann.keepAnswer(desk, 2, 'The answer was kind: the desk was curt.');
    await ann.approve(desk);
    expect((await getItem(workshop.api, curt)).item.status).toBe('approved');
    workshop.write('targets.yaml', kindTargets);
    const { code, statuses } = await playShop(workshop, '--require-certified');
    expect({ code, failed: statuses.filter(([, status]) => status !== 'pass') }).toEqual({ code: 0, failed: [] });
    expect(statuses).toContainEqual([curt.id, 'pass']);
    await ann.deleteItem(desk, curt);
    expect((await getItem(workshop.api, curt)).item.status).toBe('deleted');
  });

  it('no longer trusts the judge when one word of its deck has changed', async () => {
    workshop.write('tone.toml', `${shopFiles['tone.toml']?.replace('Which conversation', 'Which one')}`);
    const { code, err } = await workshop.run(['run', 'shop.eval.yaml', '--require-certified']);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('tone.deck.md') });
  });
});

chapter('what remains', () => {
  it('lists what changed in the ground truth since the first snapshot', async () => {
    const [from, to] = [firstSnapshot, await keepSnapshot()];
    const { body } = await workshop.api.get(`/v1/snapshots/diff?from=${from}&to=${to}`);
    const names = ['gift-card', 'opening-hours'];
    expect(await ann.compareSnapshots(desk)).toEqual([
      '0 changed, 2 added, 2 removed',
      ...[...names.map((name) => broughtBack(name).id), ...names].map((id) => `${dataset} / ${id}`),
    ]);
    expect(body).toEqual({
      ...{ from, to },
      added: names.map(broughtBack),
      removed: names.map((id) => ({ dataset, id })),
      changed: [],
    });
  });

  it('exports what people approved, and the same bytes again from wherever it is imported', async () => {
    const { out } = await workshop.run(['export', `dataset:${dataset}`, '--status', 'approved']);
    expect((await workshop.api.get(`/v1/export?dataset=${dataset}&status=approved`)).text).toBe(out);
    const lines = out.trimEnd().split('\n');
    const items: readonly WireItem[] = lines.map((line) => JSON.parse(line));
    expect(items.map(({ id, history = [] }) => [id, history.map(({ msg }) => msg)])).toEqual(expectedTurns());
    expect(items[2]?.history?.map(({ tags, refs = [] }) => [tags, refs.map(({ url }) => url)])).toEqual([
      ...[
        [[], []],
        [['policy'], [page]],
        [[], []],
        [[], [page]],
      ],
    ]);
    expect(items[1]?.history?.[1]?.answerKey).toEqual({ mustMention: ['9:00', '17:00'] });
    const elsewhere = makeProject({ 'shop.items.jsonl': out });
    await runInProcess(['import', 'shop.items.jsonl'], elsewhere);
    expect((await runInProcess(['export'], elsewhere)).out).toBe(out);
  });

  it('knows who did what', async () => {
    const events = await listAudit(workshop.api, lateReturn);
    const acts = events.map(({ by, action }) => `${by} ${action}`);
    // A draft is saved at each pause in typing, so the number of edits in a row is not fixed.
    expect(acts.filter((act, index) => act !== acts[index - 1])).toEqual([
      ...['ann import', 'ann assign', 'ann edit', 'ann label', 'ben label', 'ann edit', 'ann approve'],
    ]);
  });

  it('stops when asked to, and reported no problem', async () => {
    expect(seat.complaints).toEqual([]);
    expect(await workshop.stop()).toMatchObject({ code: 0, err: '' });
  });
});

/** In a terminal and in the Studio: the same items are the same snapshot, with the same bytes. Gives its id. */
async function keepSnapshot(): Promise<string> {
  const typed = await snapshotInTerminal(workshop, { dataset, count: 4 });
  const { id, file } = await ann.keepSnapshot(desk, dataset);
  expect(typed.out).toContain(id);
  expect(file).toBe(typed.file);
  expect((await workshop.api.get(`/v1/snapshots/${id}`)).text).toBe(typed.file);
  return id;
}

function expectedTurns() {
  return [
    [
      broughtBack('gift-card').id,
      ['How long is a gift card valid?', 'For three years.', 'Can I use two of them together?', 'Yes, up to five.'],
    ],
    [broughtBack('opening-hours').id, ['When are you there?', 'Daily, 9:00 to 17:00.']],
    [
      'late-return',
      ['Can I send it back?', 'Within 30 days.', 'Who pays for the parcel?', 'We do: the label is free.'],
    ],
    ['lost-parcel', ['My parcel has not moved for a week.', 'We send it again.']],
  ];
}
