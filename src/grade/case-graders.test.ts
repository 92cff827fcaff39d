import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCase } from '../../test/support/grading.ts';
import { hashJson } from '../base/hash.ts';
import type { EvalCase } from '../conversation/case.ts';
import type { GraderSpec } from '../conversation/grader-spec.ts';
import { Verdict } from '../conversation/verdict.ts';
import { type CaseGrader, listCaseGraders, toVerdict } from './case-graders.ts';
import { CheckHashes } from './check-hashes.ts';
import type { CheckResult } from './checks/check.ts';

const listIds = (...given: Parameters<typeof makeCase>) => listCaseGraders(makeCase(...given)).map(({ id }) => id);

describe('listCaseGraders', () => {
  it('names graders by kind and number, and those of scripted lines also by turn number', () => {
    const graders = [{ contains: 'a' }, { equals: 'b', id: 'mine' }, { contains: 'c' }];
    const turns = [{ user: 'a' }, { user: 'b', graders: [{ contains: 'd' }, { json: true as const }] }];
    expect(listIds({ graders, turns })).toEqual([
      'contains-1',
      'mine',
      'contains-2',
      'turn-4/contains-1',
      'turn-4/json-1',
    ]);
  });

  it('counts the messages before the scripted lines, the system message included', () => {
    const input_messages = [
      { role: 'system', content: 'You are ACME support.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ];
    const turns = [
      { user: 'a', graders: [{ contains: 'd' }] },
      { user: 'b', outcome: 'Good' },
    ];
    // system 1, user 2, assistant 3, line 4, reply 5, line 6, reply 7
    expect(listIds({ input_messages, turns })).toEqual(['turn-5/contains-1', 'turn-7/outcome']);
  });

  it('makes equal ids unique', () => {
    const same = { contains: 'a', id: 'x' };
    const graders = [{ contains: 'a', id: 'turn-2/x' }];
    expect(listIds({ graders, turns: [{ user: 'a', graders: [same, same] }] })).toEqual([
      'turn-2/x',
      'turn-2/x~2',
      'turn-2/x~3',
    ]);
  });

  it('uses an outcome as a rubric only if there are no graders', () => {
    const outcome = 'Good';
    expect(listIds({ outcome, turns: [{ user: 'a', outcome }] })).toEqual(['outcome', 'turn-2/outcome']);
    const graders = [{ contains: 'a' }];
    expect(listIds({ outcome, graders, turns: [{ user: 'a', outcome, graders }] })).toEqual([
      'contains-1',
      'turn-2/contains-1',
    ]);
    expect(listCaseGraders(makeCase({ outcome }))[0]).toMatchObject({ kind: 'rubric', spec: { rubric: 'Good' } });
  });

  it('turns answer keys into checks of their turns, and an outcome into a rubric if there are no texts', () => {
    const answer_keys = [
      {
        turnIndex: 1,
        answerKey: { mustMention: ['14 days', ' ', 'shop'], mustNotMention: ['never'], outcome: 'Good' },
      },
      { turnIndex: 3, answerKey: { outcome: 'Good' } },
      { turnIndex: 5, answerKey: { reference: 'Yes.' } },
      { turnIndex: 7, answerKey: { reference: ' ', outcome: 'Good', mustMention: [' '] } },
      { turnIndex: 9, answerKey: { reference: 'No.', outcome: 'Good' } },
      { turnIndex: 11, answerKey: { reference: 'No.', outcome: 'Good', mustNotMention: ['yes'] } },
      { turnIndex: 13, answerKey: { reference: '', outcome: ' ', mustMatch: [''] } },
    ];
    const list = listCaseGraders(makeCase({ answer_keys }));
    expect(list.map(({ id, turnIndex, spec }) => [id, turnIndex, spec])).toEqual([
      ['turn-2/must-mention-1', 1, { contains: '14 days' }],
      ['turn-2/must-mention-2', 1, { contains: 'shop' }],
      ['turn-2/must-not-mention-1', 1, { contains: 'never', not: true }],
      ['turn-4/outcome', 3, { rubric: 'Good' }],
      ['turn-6/reference', 5, { similarity: { to: 'Yes.' } }],
      ['turn-8/outcome', 7, { rubric: 'Good' }],
      ['turn-10/reference', 9, { similarity: { to: 'No.' } }],
      ['turn-10/outcome', 9, { rubric: 'Good' }],
      ['turn-12/must-not-mention-1', 11, { contains: 'yes', not: true }],
      ['turn-12/reference', 11, { similarity: { to: 'No.' } }],
    ]);
  });
});

// The key that the graders are stored under.
const source = {};

function list(...cases: readonly { readonly graders: readonly GraderSpec[]; readonly lines?: EvalCase['turns'] }[]) {
  const listed = new CheckHashes();
  for (const [place, { graders, lines }] of cases.entries()) {
    const turns = lines === undefined ? {} : { turns: lines };
    // The part of a case that decides its graders.
    listed.add(source, { id: `c${place}`, input_messages: [], graders, ...turns } as unknown as EvalCase);
  }
  return listed.toList(source);
}

const short: GraderSpec = { length: { max: 5 } };

describe('CheckHashes', () => {
  it('hashes each check as written', () => {
    expect(list({ graders: [short] }, { graders: [short, { contains: 'a' }] })).toEqual([
      { id: 'length-1', hash: hashJson(short) },
      { id: 'contains-1', hash: hashJson({ contains: 'a' }) },
    ]);
  });

  it('leaves out a check that differs between cases, even if an earlier form returns', () => {
    const graders = ['a', 'b', 'b', 'a'].map((text) => ({ graders: [{ contains: text }] }));
    expect(list(...graders)).toEqual([]);
  });

  it('leaves out judges and checks of one turn', () => {
    expect(list({ graders: [{ rubric: 'kind' }], lines: [{ user: 'Hello', graders: [{ contains: 'a' }] }] })).toEqual(
      [],
    );
  });
});

function toGrader(spec: Partial<GraderSpec>): CaseGrader {
  return { id: 'g', kind: 'contains', spec: { contains: 'x', ...spec }, when: 'last' };
}

const scale = { min: -3, max: 3 };
const grade = (spec: Partial<GraderSpec>, result: CheckResult, threshold = 1) =>
  toVerdict({ grader: toGrader(spec), turnIndex: 1 }, result, { scale, threshold });

describe('toVerdict', () => {
  it.each([
    // 1 of 2 is sure, the other could not be measured: 0.5 or 1.
    [1, { status: 'ungraded', cause: 'not-applicable', reason: 'unknown' }],
    [0.8, { status: 'ungraded', cause: 'not-applicable' }],
    [0.5, { status: 'graded', score: 0.5, pass: true }],
  ])('with something unmeasured and the threshold %d is %j', (threshold, expected) => {
    const result = { score: 0.5, reason: 'r', unmeasured: { atMost: 1, reason: 'unknown' } };
    expect(
      toVerdict({ grader: toGrader({}), turnIndex: 1 }, result, { scale: { min: 0, max: 1 }, threshold }),
    ).toMatchObject(expected);
  });

  it('fails if what could not be measured cannot change that', () => {
    const result = { score: 0.25, reason: 'r', unmeasured: { atMost: 0.75, reason: 'unknown' } };
    expect(
      toVerdict({ grader: toGrader({}), turnIndex: 1 }, result, { scale: { min: 0, max: 1 }, threshold: 1 }),
    ).toMatchObject({
      status: 'graded',
      pass: false,
    });
  });

  it.each([
    [-3, 0, false],
    [0, 0.5, false],
    [1, 4 / 6, true],
    [3, 1, true],
  ])('of %d on −3…3 has the normalizedScore %d, pass %s', (score, normalizedScore, pass) => {
    expect(grade({}, { score, reason: 'r' })).toMatchObject({ score, normalizedScore, pass });
  });

  it('prefers the threshold of the grader', () => {
    expect(grade({ threshold: 3 }, { score: 2, reason: 'r' })).toMatchObject({ pass: false });
    expect(grade({ threshold: -3 }, { score: -3, reason: 'r' })).toMatchObject({ pass: true });
  });

  it('prefers the pass of the check over any threshold, and still inverts it', () => {
    expect(grade({ threshold: 3 }, { score: 0, reason: 'r', pass: true })).toMatchObject({ pass: true });
    expect(grade({}, { score: 3, reason: 'r', pass: false })).toMatchObject({ pass: false });
    expect(grade({ not: true }, { score: 0, reason: 'r', pass: true })).toMatchObject({ pass: false });
  });

  it('records its weight, and that it is inverted', () => {
    const result = { score: 1, reason: 'r' };
    expect(grade({ not: true, weight: 3 }, result)).toMatchObject({ not: true, weight: 3 });
    for (const key of ['not', 'weight']) expect(grade({ not: false }, result)).not.toHaveProperty(key);
    expect(grade({ not: true, weight: 3 }, { cause: 'timeout', reason: 'r' })).not.toHaveProperty('weight');
  });

  it('keeps the evidence of an ungraded result', () => {
    const evidence = { recall: null };
    expect(grade({}, { cause: 'not-applicable', reason: 'r', evidence })).toMatchObject({ evidence });
  });

  const anyScore = fc.double({ min: -3, max: 3, noNaN: true });
  const anyCause = fc.constantFrom('timeout' as const, 'not-applicable' as const);
  const anyResult: fc.Arbitrary<CheckResult> = fc.oneof(
    fc.record({ score: anyScore, reason: fc.string(), pass: fc.boolean() }, { requiredKeys: ['score', 'reason'] }),
    fc.record({ cause: anyCause, reason: fc.string() }),
  );

  it('under not passes exactly if it would fail, and is otherwise equal', () => {
    fc.assert(
      fc.property(anyResult, anyScore, (result, threshold) => {
        const plain = grade({}, result, threshold);
        const flipped = grade({ not: true }, result, threshold);
        if (flipped.status !== 'graded') return void expect(flipped).toEqual(plain);
        const { not, ...rest } = flipped;
        expect(not).toBe(true);
        expect({ ...rest, pass: !rest.pass, reason: plain.reason }).toEqual(plain);
      }),
    );
  });

  it('matches the schema of verdicts', () => {
    fc.assert(
      fc.property(anyResult, fc.boolean(), (result, not) => {
        const verdict = grade({ not }, result);
        expect(Verdict.parse(verdict)).toEqual(verdict);
      }),
    );
  });
});
