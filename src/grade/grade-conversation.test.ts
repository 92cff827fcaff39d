import { describe, expect, it } from 'vitest';
import { makeCase, makeConversation, makeKit, makeReply, makeUngraded } from '../../test/support/grading.ts';
import type { EvalCase, PlayMode } from '../conversation/case.ts';
import type { GraderSpec, When } from '../conversation/grader-spec.ts';
import type { Verdict } from '../conversation/verdict.ts';
import { type GradeResult, type Grader, type GraderKit, listCaseGraders } from './case-graders.ts';
import { gradeConversation, gradeReply } from './grade-conversation.ts';
import type { GradedReply } from './graded-conversation.ts';

interface Graded {
  readonly evalCase: EvalCase;
  readonly replies: readonly GradedReply[];
  readonly already?: readonly Verdict[];
  readonly kit?: GraderKit;
}

/** The results of `gradeReply` per reply, then those of `gradeConversation`. */
async function gradeInSteps({ evalCase, replies, kit = makeKit() }: Graded) {
  const graders = listCaseGraders(evalCase);
  const early: Verdict[] = [];
  for (const [index, reply] of replies.entries()) {
    const soFar = makeConversation(evalCase, ...replies.slice(0, index + 1));
    const given = await gradeReply(soFar, reply, { graders, kit, already: early });
    early.push(...given.map(({ verdict }) => verdict));
  }
  const whole = makeConversation(evalCase, ...replies);
  const late = await gradeConversation(whole, { graders, kit, already: early });
  return { early, late: late.map(({ verdict }) => verdict) };
}

async function gradeAtOnce({ evalCase, replies, already = [], kit = makeKit() }: Graded): Promise<readonly Verdict[]> {
  const graders = listCaseGraders(evalCase);
  const results = await gradeConversation(makeConversation(evalCase, ...replies), { graders, kit, already });
  return results.map(({ verdict }) => verdict);
}

function withGrader(spec: Partial<GraderSpec>): EvalCase {
  return makeCase({ graders: [{ contains: 'yes', ...spec }] });
}

const three = [
  makeReply('yes', 0, { tags: ['hard'] }),
  makeReply('no', 1),
  makeReply('yes', 2, { tags: ['hard'], message: { role: 'expert', content: 'yes' } }),
];
const subjects = (verdicts: readonly Verdict[]) => verdicts.map(({ turnIndex }) => turnIndex);

describe('answer keys', () => {
  const answer_keys = [
    { turnIndex: 1, answerKey: { mustMention: ['yes'] } },
    { turnIndex: 3, answerKey: { mustMention: ['yes'], mustNotMention: ['no'] } },
    { turnIndex: 7, answerKey: { mustMention: ['yes'] } },
  ];

  it('grade the reply at their turn as soon as it arrives', async () => {
    const { early, late } = await gradeInSteps({ evalCase: makeCase({ answer_keys }), replies: three });
    expect(
      early.map((verdict) => [verdict.grader, verdict.turnIndex, verdict.status === 'graded' && verdict.pass]),
    ).toEqual([
      ['turn-2/must-mention-1', 1, true],
      ['turn-4/must-mention-1', 3, false],
      ['turn-4/must-not-mention-1', 3, false],
    ]);
    expect(late).toEqual([]);
  });

  it('give no verdict on turns that were not played', async () => {
    const last = [makeReply('yes', 3)];
    expect(subjects(await gradeAtOnce({ evalCase: makeCase({ answer_keys }), replies: last }))).toEqual([7]);
    const other = await gradeAtOnce({ evalCase: makeCase({ answer_keys }), replies: [makeReply('yes', 4)] });
    expect(other).toMatchObject([{ status: 'ungraded', cause: 'no-grader' }]);
  });
});

describe('when', () => {
  const cases: readonly (readonly [when: When, early: readonly number[], late: readonly (number | null)[]])[] = [
    ['last', [], [5]],
    ['all', [1, 3, 5], []],
    ['conversation', [], [null]],
    [{ reply: 2 }, [3], []],
    [{ role: 'expert' }, [5], []],
    [{ tag: 'hard' }, [1, 5], []],
    [{ reply: 4 }, [], [null]],
    [{ role: 'user' }, [], [null]],
    [{ tag: 'easy' }, [], [null]],
  ];
  it.each(cases)('%j: turns %j as they arrive, %j at the end', async (when, early, late) => {
    const steps = await gradeInSteps({ evalCase: withGrader({ when }), replies: three });
    expect(subjects(steps.early)).toEqual(early);
    expect(subjects(steps.late)).toEqual(late);
  });

  it.each(cases)('%j: gives the same verdicts reply by reply or all at once', async (when) => {
    const evalCase = withGrader({ when });
    const { early, late } = await gradeInSteps({ evalCase, replies: three });
    expect(await gradeAtOnce({ evalCase, replies: three })).toEqual([...early, ...late]);
  });

  const unmet: readonly (readonly [when: When, reason: string])[] = [
    [{ reply: 4 }, 'There is no reply 4. The conversation has 3 replies.'],
    [{ role: 'user' }, 'No reply has the role "user".'],
    [{ tag: 'easy' }, 'No reply has the tag "easy".'],
  ];
  it.each(unmet)('%j without a matching reply is ungraded', async (when, reason) => {
    expect(await gradeAtOnce({ evalCase: withGrader({ when }), replies: three })).toEqual([
      { grader: 'contains-1', turnIndex: null, status: 'ungraded', cause: 'not-applicable', reason },
    ]);
  });

  it('last without replies is ungraded', async () => {
    const [verdict] = await gradeAtOnce({ evalCase: withGrader({}), replies: [] });
    expect(verdict).toMatchObject({ status: 'ungraded', turnIndex: null, reason: 'There is no reply to grade.' });
  });

  it('conversation lets a check read all replies, with blank lines in between', async () => {
    const evalCase = withGrader({ contains: undefined, equals: 'yes\n\nno\n\nyes', when: 'conversation' });
    expect(await gradeAtOnce({ evalCase, replies: three })).toMatchObject([{ pass: true, turnIndex: null }]);
  });
});

describe('graders of scripted lines', () => {
  const evalCase = makeCase({
    play: ['script'],
    turns: [
      { user: 'a', graders: [{ contains: 'yes' }, { contains: 'no', when: 'all' }] },
      { user: 'b' },
      { user: 'c', graders: [{ id: 'mine', equals: 'yes' }], outcome: 'Says yes.' },
    ],
  });
  const replies = three.map((reply, scriptTurn) => ({ ...reply, scriptTurn }));

  it('grade only the reply to their line, regardless of when', async () => {
    const { early, late } = await gradeInSteps({ evalCase, replies });
    expect(early).toMatchObject([
      { grader: 'turn-2/contains-1', turnIndex: 1, pass: true },
      { grader: 'turn-2/contains-2', turnIndex: 1, pass: false },
      { grader: 'turn-6/mine', turnIndex: 5, pass: true },
    ]);
    expect(late).toEqual([]);
  });

  it('give no verdict on a line that was not reached', async () => {
    const verdicts = await gradeAtOnce({ evalCase, replies: replies.slice(0, 1) });
    expect(verdicts.map(({ grader }) => grader)).toEqual(['turn-2/contains-1', 'turn-2/contains-2']);
  });

  it('are replaced by the outcome of their line if there are none', async () => {
    const judged = makeCase({ turns: [{ user: 'a', outcome: 'Says yes.' }] });
    expect(await gradeAtOnce({ evalCase: judged, replies: replies.slice(0, 1) })).toMatchObject([
      { grader: 'turn-2/outcome', turnIndex: 1, status: 'ungraded', cause: 'no-judge' },
    ]);
  });
});

describe('a case without graders', () => {
  it.each<[PlayMode, number | null]>([
    ['reply', 5],
    ['every-turn', 5],
    ['script', null],
    ['simulate', null],
  ])('asks a judge about its outcome: in %s play about turn %j', async (play, turnIndex) => {
    const evalCase = makeCase({ outcome: 'Says yes.', play: [play] });
    const { early, late } = await gradeInSteps({ evalCase, replies: three });
    expect(early).toEqual([]);
    expect(late).toMatchObject([{ grader: 'outcome', turnIndex, cause: 'no-judge' }]);
  });

  it('asks a judge about its outcome, in addition to the graders of its lines', async () => {
    const turns = [{ user: 'a', graders: [{ contains: 'yes' }] }];
    const evalCase = makeCase({ outcome: 'Says yes.', play: ['script'], turns });
    const replies = [makeReply('yes', 0, { scriptTurn: 0 })];
    expect(await gradeAtOnce({ evalCase, replies })).toMatchObject([
      { grader: 'outcome', turnIndex: null, status: 'ungraded', cause: 'no-judge' },
      { grader: 'turn-2/contains-1', turnIndex: 1, pass: true },
    ]);
  });

  it('and without an outcome is ungraded, once', async () => {
    const [verdict, ...rest] = await gradeAtOnce({ evalCase: makeCase(), replies: three });
    expect(verdict).toMatchObject({ grader: 'none', turnIndex: null, status: 'ungraded', cause: 'no-grader' });
    expect(rest).toEqual([]);
    if (verdict === undefined) throw new Error('There is no verdict.');
    expect(await gradeAtOnce({ evalCase: makeCase(), replies: three, already: [verdict] })).toEqual([]);
  });

  it('is ungraded if only lines have graders and none of them was played', async () => {
    const evalCase = makeCase({ turns: [{ user: 'a', graders: [{ contains: 'yes' }] }] });
    expect(await gradeAtOnce({ evalCase, replies: three })).toMatchObject([{ cause: 'no-grader' }]);
  });
});

describe('every-turn play', () => {
  const whole = [{ judge: 'd.md' }, { rubric: 'Kind' }, { command: ['check'] }, { contains: 'no' }].map(
    (spec): GraderSpec => ({ ...spec, when: 'conversation' }),
  );
  const asked: string[] = [];
  const ask = (id: string) => void asked.push(id);
  const kit = makeKit({
    judge: {
      grade: async ({ grader }) => {
        ask(grader.id);
        return { verdict: makeUngraded({ grader: grader.id }) };
      },
    },
    runCommand: async () => {
      ask('command');
      return { end: 'exit', exitCode: 0, stdout: '{"score": 1}', stderr: '' };
    },
  });
  const reason =
    'In every-turn mode, each reply is graded separately, so there is no whole conversation. Use `when: all`, or play the case as a script.';

  it('asks no judge about the whole conversation and explains why, while a check reads the replies', async () => {
    const evalCase = makeCase({ graders: whole, play: ['every-turn'] });
    const verdicts = await gradeAtOnce({ evalCase, replies: three, kit });
    expect(verdicts).toMatchObject([
      { grader: 'contains-1', turnIndex: null, status: 'graded', pass: true },
      ...['judge-1', 'rubric-1', 'command-1'].map((grader) => ({ grader, cause: 'not-applicable', reason })),
    ]);
    expect(await gradeAtOnce({ evalCase, replies: three, kit, already: verdicts })).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('leaves judges of the whole conversation to other modes of the case', async () => {
    const evalCase = makeCase({ graders: [...whole, { equals: 'yes' }], play: ['every-turn', 'script'] });
    const verdicts = await gradeAtOnce({ evalCase, replies: three, kit });
    expect(verdicts.map(({ grader, status }) => [grader, status])).toEqual([
      ['contains-1', 'graded'],
      ['equals-1', 'graded'],
    ]);
  });

  it('explains the missing verdict if nothing else grades the case', async () => {
    const evalCase = makeCase({ graders: whole.slice(0, 1), play: ['every-turn', 'script'] });
    const verdicts = await gradeAtOnce({ evalCase, replies: three, kit });
    expect(verdicts).toMatchObject([{ grader: 'judge-1', cause: 'not-applicable', reason }]);
    expect(await gradeAtOnce({ evalCase, replies: three, kit, already: verdicts })).toEqual([]);
  });
});

describe('judges', () => {
  const evalCase = makeCase({ graders: [{ judge: 'tone.deck.md' }, { rubric: 'Kind', target: 'big' }] });

  it('are ungraded if none is available, with their id', async () => {
    expect(await gradeAtOnce({ evalCase, replies: three })).toMatchObject([
      { cause: 'no-judge', provenance: { at: '1970-01-01T00:00:00.000Z', kind: 'judge' } },
      { cause: 'no-judge', provenance: { kind: 'rubric' } },
    ]);
  });

  it('use the judge of the kit, all in parallel', async () => {
    const asked: string[] = [];
    let release = () => {};
    const bothAsked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const judge: Grader = {
      grade: async ({ grader, reply }) => {
        asked.push(grader.id);
        if (asked.length === 2) release();
        await bothAsked;
        const turnIndex = reply?.turnIndex ?? null;
        return { verdict: { grader: grader.id, turnIndex, status: 'ungraded', cause: 'refused' } };
      },
    };
    const verdicts = await gradeAtOnce({ evalCase, replies: three, kit: makeKit({ judge }) });
    expect(verdicts).toMatchObject([
      { grader: 'judge-1', turnIndex: 5, cause: 'refused' },
      { grader: 'rubric-1', turnIndex: 5, cause: 'refused' },
    ]);
  });

  it('stop the grading with the run, and keep the other results', async () => {
    const stop = new Error('stopped');
    const judge: Grader = {
      grade: async ({ grader }) => {
        if (grader.kind === 'judge') throw stop;
        return { verdict: makeUngraded({ grader: grader.id }) };
      },
    };
    const kept: GradeResult[] = [];
    const grading = {
      graders: listCaseGraders(makeCase({ graders: [...evalCase.graders, { contains: 'yes' }] })),
      kit: makeKit({ judge }),
      already: [],
      keep: (found: readonly GradeResult[]) => void kept.push(...found),
    };
    await expect(gradeConversation(makeConversation(evalCase, ...three), grading)).rejects.toBe(stop);
    expect(kept.map(({ verdict }) => verdict.grader)).toEqual(['rubric-1', 'contains-1']);
  });
});

describe('programs that grade', () => {
  it('record when they graded and how they were written, unlike plain checks', async () => {
    const runCommand = async () => ({ end: 'exit', exitCode: 0, stdout: '{"score": 1}', stderr: '' }) as const;
    const evalCase = makeCase({ graders: [{ command: ['grade'] }, { contains: 'yes' }] });
    const verdicts = await gradeAtOnce({ evalCase, replies: three, kit: makeKit({ runCommand }) });
    expect(verdicts).toMatchObject([
      { grader: 'command-1', score: 1, provenance: { kind: 'command', hash: expect.stringMatching(/^[0-9a-f]{64}$/) } },
      { grader: 'contains-1' },
    ]);
    expect(verdicts[1]).not.toHaveProperty('provenance');
  });
});

describe('recorded verdicts', () => {
  it('are not requested again, and all others are', async () => {
    const graders: GraderSpec[] = [
      { contains: 'yes', when: 'all' },
      { regex: 'y' },
      { json: true, when: { tag: 'x' } },
    ];
    const evalCase = makeCase({ graders });
    const all = await gradeAtOnce({ evalCase, replies: three });
    expect(all).toHaveLength(5);
    for (let cut = 0; cut <= all.length; cut += 1) {
      const rest = await gradeAtOnce({ evalCase, replies: three, already: all.slice(0, cut) });
      expect(rest).toEqual(all.slice(cut));
    }
  });
});

describe('a verdict', () => {
  const gradeYes = async (spec: GraderSpec) =>
    (await gradeAtOnce({ evalCase: makeCase({ graders: [spec] }), replies: [makeReply('yes')] }))[0];

  it('passes at the threshold', async () => {
    const half = { contains: ['yes', 'no'] };
    expect(await gradeYes(half)).toMatchObject({ score: 0.5, normalizedScore: 0.5, pass: false });
    expect(await gradeYes({ ...half, threshold: 0.5 })).toMatchObject({ score: 0.5, pass: true });
    expect(await gradeYes({ ...half, threshold: 0.6 })).toMatchObject({ score: 0.5, pass: false });
  });

  it('has only its pass inverted by not', async () => {
    expect(await gradeYes({ contains: 'yes', not: true })).toEqual({
      grader: 'contains-1',
      turnIndex: 1,
      status: 'graded',
      score: 1,
      normalizedScore: 1,
      pass: false,
      reason: 'Not allowed: The reply contains "yes".',
      not: true,
    });
    expect(await gradeYes({ contains: 'no', not: true })).toMatchObject({ score: 0, normalizedScore: 0, pass: true });
  });

  it('stays ungraded under not', async () => {
    expect(await gradeYes({ rubric: 'Kind', not: true })).toMatchObject({ status: 'ungraded', cause: 'no-judge' });
  });
});
