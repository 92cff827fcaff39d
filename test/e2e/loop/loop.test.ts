import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseRecord } from '../../../src/conversation/run-record.ts';
import { getItem, type Key, listAudit, toItemPath } from '../../support/api-client-items.ts';
import type { WireItem } from '../../support/api-client-shapes.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { makeProject } from '../../support/temp-project.ts';
import { putItem, takeFromQueue, takeSnapshot, withTurns } from './reviewer.ts';
import { gradedEval, kindTargets, mendedTargets, shopFiles, toneItems, toneScores } from './shop.ts';
import { openWorkshop, playShop, type RunOutcome, type Workshop } from './workshop.ts';

/*
 * The loop is the product: conversations come in, people review and label them, what is approved is played, what fails
 * comes back to people. One story in the order of the file; each step goes on where the one before ended. Ann works over
 * HTTP, Ben and the pipeline in a terminal.
 */
let workshop: Workshop;
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
  workshop = await openWorkshop(shopFiles);
});
afterAll(() => workshop.close());

describe('from conversations to ground truth', () => {
  it('imports conversations', async () => {
    const { code, out, err } = await workshop.run(['import', 'shop.items.jsonl']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('4 items: 4 created.');
  });

  it('offers what is not finished to whoever asks for work', async () => {
    const assigned = await takeFromQueue(workshop);
    expect(assigned).toMatchObject([{ id: 'late-return', status: 'draft', assignedTo: 'ann' }]);
  });

  it('does not approve it yet, and lists everything that is missing', async () => {
    const { status, problem } = await putItem(workshop, lateReturn, () => ({ status: 'approved' }));
    expect({ status, code: problem.code }).toEqual({ status: 422, code: 'APPROVAL_BLOCKED' });
    expect(problem.problems?.map(({ path, code }) => [path, code])).toEqual([
      ['history[3].msg', 'APPROVAL_EMPTY_TURN'],
      ['history[1].answerKey', 'APPROVAL_MISSING_REF'],
    ]);
  });

  it('finds the page that an answer rests on', async () => {
    const { body } = await workshop.api.get('/v1/search?q=free%20label');
    expect(body).toMatchObject({
      results: [{ title: 'Returns', chunk: expect.stringContaining('The label is free.') }],
    });
    page = (body as { results: readonly { url: string }[] }).results[0]?.url ?? '';
    expect(page).toBe('https://docs.shop.example/returns');
  });

  it('keeps references, tags and an answer key with each turn', async () => {
    const ref = { url: page, title: 'Returns', keyExcerpt: 'within 30 days of delivery' };
    const stale = (await getItem(workshop.api, lateReturn)).etag;
    const { status, item, etag } = await putItem(workshop, lateReturn, (now) =>
      withTurns(now, {
        1: { refs: [ref], tags: ['policy'] },
        3: { msg: 'We do: the label is free.', refs: [{ url: page }], answerKey: { mustMention: ['label', 'free'] } },
      }),
    );
    expect(status).toBe(200);
    expect(item.history?.[1]).toMatchObject({ refs: [ref], tags: ['policy'], answerKey: { mustMention: ['30 days'] } });
    expect(item).toMatchObject({ totalReferences: 1, status: 'draft', updatedBy: 'ann' });
    expect(etag).not.toBe(stale);
    const late = await workshop.api.put(toItemPath(lateReturn, 'assignments'), { comment: 'seen' }, stale);
    expect(late).toMatchObject({ status: 412, problem: { current: { _etag: item._etag } } });
  });

  it('asks to look again at keys that follow a turn which was edited', async () => {
    const edited = await putItem(workshop, lateReturn, (item) =>
      withTurns(item, { 0: { msg: 'Can I send it back?' } }),
    );
    expect(edited.item.history?.map(({ answerKey }) => answerKey?.contextChanged)).toEqual([
      ...[undefined, true, undefined, true],
    ]);
    const { problem } = await putItem(workshop, lateReturn, () => ({ status: 'approved' }));
    expect(problem.problems?.map(({ code }) => code)).toEqual(Array(2).fill('APPROVAL_CONTEXT_CHANGED'));
  });

  it('takes scores over HTTP and in a terminal, and keeps who gave which', async () => {
    const subject = { ...{ dataset, item: lateReturn.id }, turnIndex: 3 };
    const given = await workshop.api.post('/v1/labels', { subject, score: 2, reason: 'right and short' });
    expect(given).toMatchObject({
      status: 201,
      body: { labels: [{ rater: 'ann', subject: { ...subject, revision: 3 } }] },
    });
    const typed = await workshop.run(['label', dataset, '--as', 'ben'], '3\n2 could be kinder\ns\n-1\n');
    expect(typed).toMatchObject({ code: 0, out: expect.stringContaining('3 labels, 1 skipped.') });
    const { body } = await workshop.api.get(`/v1/labels?dataset=${dataset}`);
    const { labels } = body as { labels: readonly { rater: string; score: number; subject: { item: string } }[] };
    expect(labels.map(({ rater, score, subject: { item } }) => [rater, item, score])).toEqual([
      ['ann', 'late-return', 2],
      ['ben', 'gift-card', 3],
      ['ben', 'late-return', 2],
      ['ben', 'opening-hours', -1],
    ]);
  });

  it('approves it when nothing is missing any more, and the queue is empty', async () => {
    const { status, item } = await putItem(workshop, lateReturn, (now) => ({
      ...withTurns(now, {
        1: { answerKey: { mustMention: ['30 days'] } },
        3: { answerKey: { mustMention: ['free'] } },
      }),
      status: 'approved',
    }));
    expect(status).toBe(200);
    expect(item).toMatchObject({ status: 'approved', reviewedAt: expect.any(String) });
    expect(await takeFromQueue(workshop)).toEqual([]);
  });

  it('keeps a snapshot of what is approved', async () => {
    firstSnapshot = await takeSnapshot(workshop, { dataset, count: 4 });
  });
});

describe('from ground truth to a run', () => {
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
    expect(returned?.turns[1]?.raw_request.question).toContain('[Assistant]:\nWithin 30 days.\n\n[User]:\nWho pays');
  });

  it('tells of it over HTTP', async () => {
    const { body } = await workshop.api.get('/v1/runs/last/cases?status=fail');
    const { cases } = body as { cases: readonly { id: string; firstFailure: { turnIndex: number } }[] };
    expect(cases.map(({ id, firstFailure }) => [id, firstFailure.turnIndex])).toEqual([
      ['gift-card', 1],
      ['opening-hours', 1],
    ]);
  });
});

describe('from a run back to people', () => {
  it('brings failing cases into review, once', async () => {
    const args = ['import', 'run:last', '--status', 'fail', '--dataset', dataset];
    expect(await workshop.run(args)).toMatchObject({ code: 0, out: expect.stringContaining('2 items: 2 created.') });
    expect((await workshop.run(args)).out).toContain('2 items: 2 unchanged.');
  });

  it('offers them with what was said and why it failed', async () => {
    const assigned = await takeFromQueue(workshop);
    expect(assigned.map(({ id }) => id)).toEqual([broughtBack('gift-card').id, broughtBack('opening-hours').id]);
    const [gift] = assigned;
    expect(gift?.comment).toContain('case "gift-card", target "desk"');
    expect(gift?.comment).toContain('Turn 1, must-mention-1: The reply does not contain "three years"');
    expect(gift?.meta).toMatchObject({ run: { run: before.run, case: 'gift-card', target: 'desk', status: 'fail' } });
    expect(gift?.history?.[1]).toMatchObject({
      msg: 'Three years.',
      answerKey: { mustMention: ['three years'] },
      meta: { reply: 'For one year.', verdicts: [{ grader: 'turn-1/must-mention-1', pass: false }] },
    });
    expect(gift?.history?.[3]).not.toHaveProperty('meta');
  });

  it('lets people say who was wrong: the desk, or the key', async () => {
    const desk = await putItem(workshop, broughtBack('gift-card'), () => ({
      status: 'approved',
      comment: 'The desk is wrong.',
    }));
    expect(desk.item).toMatchObject({ status: 'approved', comment: 'The desk is wrong.' });
    const key = await putItem(workshop, broughtBack('opening-hours'), (item) => ({
      ...withTurns(item, { 1: { msg: 'Daily, 9:00 to 17:00.', answerKey: { mustMention: ['9:00', '17:00'] } } }),
      ...{ status: 'approved', comment: 'The key was too narrow.' },
    }));
    expect(key).toMatchObject({ status: 200, item: { status: 'approved' } });
    for (const id of ['gift-card', 'opening-hours']) {
      const old = { dataset, id };
      const { etag } = await getItem(workshop.api, old);
      expect(await workshop.api.delete(toItemPath(old), etag)).toMatchObject({
        status: 200,
        item: { status: 'deleted' },
      });
    }
    expect(await takeFromQueue(workshop)).toEqual([]);
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

describe('from verdicts to decisions', () => {
  it('says what changed between two runs, and that four cases prove nothing yet', async () => {
    const { code, out } = await workshop.run(['compare', second.run, mended.run, '--json']);
    // One case of four turned from fail to pass: exact McNemar on one discordant pair is p = 1.
    expect({ code, ...JSON.parse(out) }).toMatchObject({
      ...{ code: 0, pairs: 4, wins: 1, ties: 3, losses: 0, p: 1, verdict: 'undecided' },
      difference: { value: 0.25 },
      neededCases: expect.any(Number),
      flipped: [{ id: broughtBack('gift-card').id, a: { status: 'fail' }, b: { status: 'pass' } }],
    });
  });

  it('grades the stored replies with a deck, beside the verdicts there are', async () => {
    const { code, out } = await workshop.run(['grade', 'last', '--grader', 'tone.deck.md', '--when', 'all', '--json']);
    const { counts, cases }: { counts: object; cases: readonly CaseRecord[] } = JSON.parse(out);
    expect({ code, counts }).toMatchObject({ code: 1, counts: { pass: 3, fail: 1 } });
    const gift = cases.find(({ id }) => id === broughtBack('gift-card').id);
    expect(gift?.verdicts.map(({ grader, turnIndex }) => [grader, turnIndex])).toEqual([
      ...[
        ['turn-1/must-mention-1', 1],
        ['turn-3/must-mention-1', 3],
        ['tone', 1],
        ['tone', 3],
      ],
    ]);
    expect(gift?.verdicts[2]).toMatchObject({
      ...{ status: 'graded', score: -1, pass: false, reason: 'Curt, and no word of help.' },
      provenance: { grading: 1, kind: 'judge', deck: 'tone.deck.md', target: 'tone-judge', model: 'builtin:scripted' },
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
    const { out } = await workshop.run(['show', 'run:last', '--case', broughtBack('gift-card').id, '--judge']);
    expect(out).toContain('# Judge the tone of the desk');
    expect(out).toContain('Curt, and no word of help.');
  });
});

describe('from labels to a judge that may be trusted', () => {
  it('refuses a judge that nobody has measured', async () => {
    const { code, err } = await workshop.run(['run', 'shop.eval.yaml', '--require-certified']);
    expect(code).toBe(2);
    expect(err).toContain('tone.deck.md');
    expect(err).toContain('turnwise calibrate tone.deck.md');
  });

  it('asks people about the tone of other conversations', async () => {
    workshop.write('tone.items.jsonl', toneItems);
    expect(await workshop.run(['import', 'tone.items.jsonl'])).toMatchObject({ code: 0 });
    const labelled = await workshop.run(['label', 'tone', '--question', 'tone.deck.md', '--as', 'ann'], toneScores);
    expect(labelled).toMatchObject({ code: 0, out: expect.stringContaining('36 labels.') });
  });

  it('measures the judge against them, and writes a certificate', async () => {
    const args = ['calibrate', 'tone.deck.md', '--samples', 'dataset:tone', '--split', 'test', '--gate', '--json'];
    const { code, out } = await workshop.run(args);
    // 18 of 18 in each class: Wilson's lower end is 1 / (1 + 1.96² / 18) = 0.824, above the limit of 0.8.
    expect({ code, ...JSON.parse(out) }).toMatchObject({
      ...{ code: 0, split: 'test', skipped: [] },
      calibrations: [
        {
          ...{ deck: 'tone.deck.md', model: 'tone-judge', n: 36, graded: 36, ungraded: {}, disagreements: [] },
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
    const [item] = await takeFromQueue(workshop);
    expect(item?.comment).toContain('Curt, and no word of help.');
    curt = { dataset, id: item?.id ?? '' };
  });

  it('has it approved, and passes when the desk has learned its tone', async () => {
    expect(await putItem(workshop, curt, () => ({ status: 'approved' }))).toMatchObject({ status: 200 });
    workshop.write('targets.yaml', kindTargets);
    const { code, statuses } = await playShop(workshop, '--require-certified');
    expect({ code, failed: statuses.filter(([, status]) => status !== 'pass') }).toEqual({ code: 0, failed: [] });
    expect(statuses).toContainEqual([curt.id, 'pass']);
    const { etag } = await getItem(workshop.api, curt);
    expect(await workshop.api.delete(toItemPath(curt), etag)).toMatchObject({ status: 200 });
  });

  it('no longer trusts the judge when one word of its deck has changed', async () => {
    workshop.write('tone.toml', `${shopFiles['tone.toml']?.replace('Which conversation', 'Which one')}`);
    const { code, err } = await workshop.run(['run', 'shop.eval.yaml', '--require-certified']);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('tone.deck.md') });
  });
});

describe('what remains', () => {
  it('tells what changed in the ground truth since the first snapshot', async () => {
    const [from, to] = [firstSnapshot, await takeSnapshot(workshop, { dataset, count: 4 })];
    const { body } = await workshop.api.get(`/v1/snapshots/diff?from=${from}&to=${to}`);
    const names = ['gift-card', 'opening-hours'];
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
    expect(events.map(({ by, action }) => `${by} ${action}`)).toEqual([
      ...['ann import', 'ann assign', 'ann edit', 'ann edit', 'ann label', 'ben label', 'ann approve'],
    ]);
  });

  it('stops when it is told to, and had nothing to complain of', async () => {
    expect(await workshop.stop()).toMatchObject({ code: 0, err: '' });
  });
});

function expectedTurns() {
  return [
    [
      broughtBack('gift-card').id,
      ['How long is a gift card valid?', 'Three years.', 'Can I use two of them together?', 'Yes, up to five.'],
    ],
    [broughtBack('opening-hours').id, ['When are you there?', 'Daily, 9:00 to 17:00.']],
    [
      'late-return',
      ['Can I send it back?', 'Within 30 days.', 'Who pays for the parcel?', 'We do: the label is free.'],
    ],
    ['lost-parcel', ['My parcel has not moved for a week.', 'We send it again.']],
  ];
}
