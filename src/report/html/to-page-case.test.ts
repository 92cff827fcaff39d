import { describe, expect, it } from 'vitest';
import type { ReplyEntry } from '../../conversation/run/run-record.ts';
import type { Verdict } from '../../conversation/verdict.ts';
import { type ReportCase, toPageCase } from './to-page-case.ts';

const start = {
  id: 'a',
  eval: 'd',
  target: 't',
  send: 'question',
  play: 'every-turn',
  repeat: 0,
  tags: [],
} as const;
const call = { latencyMs: 250, costUsd: null };

function toReply(turnIndex: number, content: string, more: Partial<ReplyEntry> = {}): ReplyEntry {
  return {
    turnIndex,
    played: { message: { role: 'assistant', content } },
    by: 'target',
    guidelines: '',
    call,
    ...more,
  };
}

function toPage(changes: Partial<ReportCase>) {
  return toPageCase({ start, turns: [], replies: [], verdicts: [], ...changes });
}

describe('a conversation as the page has it', () => {
  it('marks verdicts that decide nothing', () => {
    const short = { turnIndex: 1, status: 'graded', score: 0, normalizedScore: 0, pass: false, reason: 'no' } as const;
    const verdicts: Verdict[] = [
      { ...short, grader: 'all', score: 1, normalizedScore: 1, pass: true },
      { ...short, grader: 'all/short', partOf: 'all' },
      { ...short, grader: 'noted', weight: 0 },
    ];
    const [turn] = toPage({ replies: [toReply(1, 'Yo')], verdicts }).t;
    expect(turn?.v?.map(({ g, w }) => [g, w])).toEqual([
      ['all', undefined],
      ['all/short', 1],
      ['noted', 1],
    ]);
  });

  it('says nothing about a call of which nothing is known, and not that its reply was sent', () => {
    const calls = [{ id: 'c', type: 'function' as const, function: { name: 'find', arguments: '{}' } }];
    const message = { role: 'assistant', content: null, tool_calls: calls };
    const reply = toReply(1, '', {
      played: { message, texts: ['find({})'] },
      call: { latencyMs: null, costUsd: null },
    });
    expect(toPage({ replies: [reply] }).t).toEqual([{ i: 1, r: 'assistant', x: '', c: ['→ find({})'], b: 1 }]);
  });

  it('puts turns and replies in order, the reference next to the reply, verdicts next to their turn', () => {
    const failed: Verdict = {
      grader: 'g',
      turnIndex: 1,
      status: 'graded',
      score: 2,
      normalizedScore: 0.8,
      pass: false,
      reason: 'no',
    };
    const page = toPage({
      turns: [
        { turnIndex: 0, played: { message: { role: 'user', content: 'Hi' } } },
        { turnIndex: 1, played: { message: { role: 'assistant', content: 'Hello' } } },
      ],
      replies: [toReply(1, 'Yo')],
      verdicts: [failed, { grader: 'w', turnIndex: null, status: 'ungraded', cause: 'timeout', reason: 'slow' }],
    });
    expect(page).toEqual({
      t: [
        { i: 0, r: 'user', x: 'Hi' },
        {
          ...{ i: 1, r: 'assistant', x: 'Yo', b: 1, k: '250 ms · cost unknown', o: 'Hello' },
          v: [{ g: 'g', m: 1, x: 'no', s: 2, u: 0.8 }],
        },
      ],
      v: [{ g: 'w', m: 2, x: 'timeout. slow' }],
    });
  });

  it('keeps tool calls, trace, notes, references, files, and the simulated user apart from the text', () => {
    const content = [{ type: 'text', value: 'See' } as const, { type: 'file', value: './a.md' } as const];
    const page = toPage({
      turns: [
        {
          turnIndex: 0,
          played: {
            message: { role: 'user', content, refs: [{ url: 'https://x.y', title: 'X' }], name: 'Ann' },
            texts: ['See', '=== a.md ===\nA'],
          },
        },
      ],
      replies: [
        toReply(1, '', {
          by: 'simulator',
          played: { message: { role: 'assistant', tool_calls: [{ name: 'find', arguments: { id: 7 } }] } },
          call: { ...call, trace: [{ role: 'tool', content: 'found' }], notes: ['stderr'] },
        }),
      ],
    });
    expect(page.t).toEqual([
      ...[
        { i: 0, r: 'user', x: 'See\n\n[file: a.md]', n: 'Ann', q: 'See\n\n=== a.md ===\nA', u: [['https://x.y', 'X']] },
      ],
      {
        ...{ i: 1, r: 'assistant', x: '', c: ['→ find({"id":7})'], b: 2, k: '250 ms · cost unknown' },
        ...{ p: [['tool', 'found']], w: ['stderr'] },
      },
    ]);
  });

  it('puts the call of a judge next to its verdict, and names the judge and its scale', () => {
    const provenance = {
      at: '2026-01-02T03:04:05.000Z',
      kind: 'judge',
      hash: 'h',
      deck: 'tone.deck.md',
      model: 'm',
      grading: 2,
      scale: { min: -3, max: 3, pass: 1 },
    };
    const verdict: Verdict = {
      grader: 'j',
      turnIndex: 1,
      status: 'graded',
      score: 0,
      normalizedScore: 0.5,
      pass: false,
      reason: 'ok',
      provenance,
    };
    const judgment = {
      grader: 'j',
      turnIndex: 1,
      request: [{ role: 'system', content: 'Grade.' }],
      reply: '{"score": 1}',
      call,
    };
    const page = toPage({
      replies: [toReply(1, 'Hi')],
      verdicts: [verdict],
      judgments: [{ ...judgment, turnIndex: 3 }, judgment],
    });
    expect(page.t[0]?.v).toEqual([
      {
        ...{ g: 'j', m: 1, x: 'ok', s: 0, u: 0.5, c: '0 (−3…3, passing score 1)' },
        ...{ p: 'judge · tone.deck.md · m · grading 2 · 2026-01-02 03:04 UTC' },
        j: { q: [['system', 'Grade.']], a: '{"score": 1}', k: '250 ms · cost unknown' },
      },
    ]);
  });

  it('keeps abandoned attempts: why they were given up, and what was said', () => {
    const question = { turnIndex: 0, played: { message: { role: 'user', content: 'Hi' } } };
    const pass: Verdict = {
      grader: 'g',
      turnIndex: 1,
      status: 'graded',
      score: 1,
      normalizedScore: 1,
      pass: true,
      reason: '',
    };
    const said = { turns: [question], replies: [toReply(1, 'Yo')], verdicts: [pass] };
    const abandoned = [
      { ...said, attempt: 1, conversationId: 'r-1', reason: 'The service failed (500).' },
      { attempt: 2, turns: [], replies: [], verdicts: [], reason: 'The run stopped.' },
    ];
    expect(toPage({ abandoned }).a).toEqual([
      [
        'Attempt 1 (r-1) was abandoned after 1 reply: The service failed (500).',
        [
          { i: 0, r: 'user', x: 'Hi' },
          {
            ...{ i: 1, r: 'assistant', x: 'Yo', b: 1, k: '250 ms · cost unknown' },
            v: [{ g: 'g', m: 0, x: '', s: 1, u: 1 }],
          },
        ],
      ],
      ['Attempt 2 was abandoned after 0 replies: The run stopped.', []],
    ]);
  });

  it('reports how it ended: aggregate, reason, error, simulation', () => {
    const error = { cause: 'timeout', message: 'No answer.', turnIndex: 1, attempts: 3, details: 'stderr' } as const;
    const simulation = { end: 'goal', problems: ['spoke as the assistant'] } as const;
    const aggregate = { all: null, mean: 0.5, min: 0.25, last: null };
    expect(
      toPage({
        end: { status: 'error', error, simulation: { ...simulation, problems: [...simulation.problems] }, aggregate },
      }),
    ).toEqual({
      t: [],
      f: [0.5, 0.25, null],
      e: ['timeout · turn 2 · 3 attempts', 'No answer.', 'stderr'],
      s: ['goal', 'spoke as the assistant'],
    });
    expect(toPage({ end: { status: 'skipped', reason: 'over the budget' } })).toEqual({ t: [], n: 'over the budget' });
  });
});
