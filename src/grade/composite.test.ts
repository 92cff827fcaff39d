import { describe, expect, it } from 'vitest';
import { makeCase, makeConversation, makeKit, makeReply } from '../../test/support/grading.ts';
import type { CompositeSpec, GraderSpec } from '../conversation/grader-spec.ts';
import type { Verdict } from '../conversation/verdict.ts';
import { toAggregate, toCaseStatus } from './aggregate.ts';
import { type Grader, type GraderKit, listCaseGraders } from './case-graders.ts';
import { gradeConversation } from './grade-conversation.ts';

const reply = 'A short reply.';
/** Checks with the scores 1 and 0, and of two parts one. */
const met: GraderSpec = { id: 'met', contains: 'short' };
const missed: GraderSpec = { id: 'missed', contains: 'long' };

interface Graded {
  readonly graders: readonly GraderSpec[];
  readonly already?: readonly Verdict[];
  readonly kit?: GraderKit;
}

async function grade({ graders: specs, already = [], kit = makeKit() }: Graded) {
  const evalCase = makeCase({ graders: [...specs] });
  const graders = listCaseGraders(evalCase);
  const results = await gradeConversation(makeConversation(evalCase, makeReply(reply)), { graders, kit, already });
  const verdicts = [...already, ...results.map(({ verdict }) => verdict)];
  const status = toCaseStatus(verdicts, { hasError: false });
  return { verdicts, status, aggregate: toAggregate(verdicts, graders) };
}

function combine(composite: CompositeSpec, more: Partial<GraderSpec> = {}): GraderSpec {
  return { id: 'whole', composite, ...more };
}

const show = (verdicts: readonly Verdict[]) =>
  verdicts.map((verdict) =>
    verdict.status === 'graded'
      ? `${verdict.grader} ${verdict.score} ${verdict.pass ? 'pass' : 'fail'}`
      : `${verdict.grader} ${verdict.cause}`,
  );

describe('a composite', () => {
  it('passes by the weighted mean of its parts, so a failing part fails nothing', async () => {
    const graders = [
      { ...met, weight: 8 },
      { ...missed, weight: 2 },
    ];
    const { verdicts, status, aggregate } = await grade({ graders: [combine({ graders })] });
    // (8 × 1 + 2 × 0) / 10
    expect(show(verdicts)).toEqual(['whole 0.8 pass', 'whole/met 1 pass', 'whole/missed 0 fail']);
    expect(verdicts.map(({ partOf }) => partOf)).toEqual([undefined, 'whole', 'whole']);
    expect(status).toBe('pass');
    expect(aggregate).toEqual({ all: true, mean: 0.8, min: 0.8, last: 0.8 });
  });

  it('fails below 0.8, or below its own threshold', async () => {
    const graders = [met, missed];
    expect((await grade({ graders: [combine({ graders })] })).status).toBe('fail');
    expect((await grade({ graders: [combine({ graders }, { threshold: 0.5 })] })).status).toBe('pass');
  });

  it('counts a part under `not` as what is missing from 1', async () => {
    const { verdicts } = await grade({ graders: [combine({ graders: [met, { ...missed, not: true }] })] });
    expect(show(verdicts)[0]).toBe('whole 1 pass');
  });

  it('fails if a required part fails, whatever its score', async () => {
    const graders = [{ ...met, weight: 99 }, missed];
    const { verdicts, status } = await grade({ graders: [combine({ graders, required: ['missed'] })] });
    expect(verdicts[0]).toMatchObject({ score: 0.99, pass: false });
    expect(verdicts[0]?.reason).toContain('Required, but failed: missed.');
    expect(status).toBe('fail');
  });

  it('can count the share of parts that pass', async () => {
    const close: GraderSpec = { id: 'close', similarity: { to: 'A short answer.' } };
    const { verdicts } = await grade({ graders: [combine({ graders: [met, close], aggregate: 'pass-rate' })] });
    expect(show(verdicts)[0]).toBe('whole 0.5 fail');
  });

  it('is ungraded for the cause of an ungraded part, never 0', async () => {
    const graders = [met, { id: 'judged', rubric: 'Good.' }];
    const { verdicts, status, aggregate } = await grade({ graders: [combine({ graders })] });
    expect(show(verdicts)).toEqual(['whole no-judge', 'whole/met 1 pass', 'whole/judged no-judge']);
    expect(verdicts[0]?.reason).toContain('"judged" gave no score.');
    expect(status).toBe('ungraded');
    expect(aggregate).toEqual({ all: null, mean: null, min: null, last: null });
  });

  it('may contain composites', async () => {
    const inner: GraderSpec = { id: 'inner', composite: { graders: [met, missed] }, weight: 3 };
    const { verdicts } = await grade({ graders: [combine({ graders: [met, inner] })] });
    // (1 + 3 × 0.5) / 4
    expect(show(verdicts)).toEqual([
      'whole 0.625 fail',
      'whole/met 1 pass',
      'whole/inner 0.5 fail',
      'whole/inner/met 1 pass',
      'whole/inner/missed 0 fail',
    ]);
  });

  it('is computed from recorded verdicts of its parts, which are not asked again', async () => {
    const graders = [combine({ graders: [met, { id: 'judged', rubric: 'Good.' }] })];
    const judged = { grader: 'whole/judged', turnIndex: 1, status: 'graded', score: 3, normalizedScore: 1 } as const;
    const { verdicts } = await grade({
      graders,
      already: [{ ...judged, pass: true, reason: 'r', partOf: 'whole' }],
    });
    expect(show(verdicts)).toEqual(['whole/judged 3 pass', 'whole 1 pass', 'whole/met 1 pass']);
  });

  it('gives its parts the new name if two have the same id', () => {
    const key = { turnIndex: 1, answerKey: { mustMention: ['a'] } };
    const written = { id: 'turn-2/must-mention-1', composite: { graders: [met] } };
    const list = listCaseGraders(makeCase({ graders: [written, { ...written }], answer_keys: [key] }));
    expect(list.map(({ id, partOf }) => [id, partOf])).toEqual([
      ['turn-2/must-mention-1', undefined],
      ['turn-2/must-mention-1/met', 'turn-2/must-mention-1'],
      ['turn-2/must-mention-1~2', undefined],
      ['turn-2/must-mention-1~2/met', 'turn-2/must-mention-1~2'],
      ['turn-2/must-mention-1~3', undefined],
    ]);
  });
});

describe('a composite with a program', () => {
  it('gives it the results by id, and takes its score', async () => {
    const inputs: string[] = [];
    const kit = makeKit({
      runCommand: async ({ input }) => {
        inputs.push(input);
        return { end: 'exit', exitCode: 0, stdout: '{"score": 0.9, "reasoning": "Safe enough."}', stderr: '' };
      },
    });
    const aggregate = { command: ['node', 'combine.js'] };
    const { verdicts } = await grade({ graders: [combine({ graders: [met, missed], aggregate })], kit });
    expect(verdicts[0]).toMatchObject({ grader: 'whole', score: 0.9, pass: true, reason: 'Safe enough.' });
    const { results } = JSON.parse(inputs[0] ?? '');
    expect(results.met).toMatchObject({ score: 1, pass: true, verdict: 'pass', hits: [], misses: [] });
    expect(results.missed).toMatchObject({ score: 0, pass: false, verdict: 'fail', reasoning: expect.any(String) });
  });

  it('does not run it if a part gave no score', async () => {
    const kit = makeKit({ runCommand: () => Promise.reject(new Error('It ran.')) });
    const graders = [met, { id: 'judged', rubric: 'Good.' }];
    const { verdicts } = await grade({ graders: [combine({ graders, aggregate: { command: ['node'] } })], kit });
    expect(show(verdicts)[0]).toBe('whole no-judge');
  });
});

describe('a composite with a judge', () => {
  it('asks it once, with the verdicts of its parts', async () => {
    const asked: string[][] = [];
    const judge: Grader = {
      grade: async ({ grader: { id }, parts = [] }) => {
        asked.push(parts.map(({ grader }) => grader));
        return {
          verdict: { grader: id, turnIndex: 1, status: 'graded', score: 1, normalizedScore: 1, pass: true, reason: '' },
        };
      },
    };
    const graders = [combine({ graders: [met, missed], aggregate: { prompt: 'Decide.' } })];
    expect((await grade({ graders, kit: makeKit({ judge }) })).status).toBe('pass');
    expect(asked).toEqual([['whole/met', 'whole/missed']]);
  });
});

describe('a grader with the weight 0', () => {
  it('is recorded, but decides nothing, even if it is ungraded', async () => {
    const graders = [met, { ...missed, weight: 0 }, { id: 'judged', rubric: 'Good.', weight: 0 }];
    const { verdicts, status, aggregate } = await grade({ graders });
    expect(show(verdicts)).toEqual(['met 1 pass', 'missed 0 fail', 'judged no-judge']);
    expect(status).toBe('pass');
    expect(aggregate).toEqual({ all: true, mean: 1, min: 1, last: 1 });
  });

  it('does not keep a composite from its score', async () => {
    const graders = [met, { id: 'judged', rubric: 'Good.', weight: 0 }];
    expect(show((await grade({ graders: [combine({ graders })] })).verdicts)[0]).toBe('whole 1 pass');
  });
});
