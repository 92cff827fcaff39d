import type { ReplyEntry, TurnEntry } from '../../src/conversation/run/run-record.ts';
import type { CaseStatus, Verdict } from '../../src/conversation/verdict.ts';
import type { ReportCase } from '../../src/report/html/to-page-case.ts';

const tags = ['refund', 'angry', 'short', 'policy', 'billing'];

/** As many scripted conversations of four turns as are wanted, two verdicts a turn; about one in five fails somewhere. */
export function* listReportCases(count: number): Generator<ReportCase> {
  for (let number = 0; number < count; number += 1) yield toReportCase(number);
}

export function toReportCase(number: number): ReportCase {
  const replies = [0, 1, 2, 3].map((reply) => toReply(number, reply));
  const verdicts = replies.flatMap((reply, index) => toVerdicts(number, { turnIndex: reply.turnIndex, index }));
  const units = verdicts.flatMap((verdict) => (verdict.status === 'graded' ? [verdict.normalizedScore] : []));
  return {
    start: {
      id: `case-${String(number).padStart(5, '0')}`,
      eval: 'refunds',
      target: number % 2 === 0 ? 'careful' : 'careless',
      send: 'question',
      play: 'script',
      repeat: 0,
      tags: [tags[number % tags.length] ?? 'refund', ...(number % 7 === 0 ? ['long'] : [])],
    },
    turns: [0, 1, 2, 3].map((turn) => toTurn(number, turn)),
    replies,
    verdicts,
    end: {
      status: toStatus(verdicts),
      aggregate: {
        all: verdicts.every((verdict) => verdict.status === 'graded' && verdict.pass),
        mean: units.reduce((sum, normalizedScore) => sum + normalizedScore, 0) / Math.max(1, units.length),
        min: Math.min(1, ...units),
        last: units.at(-1) ?? null,
      },
    },
  };
}

function toTurn(number: number, turn: number): TurnEntry {
  const content = `${sayWords(number + turn, 14)}?`;
  return { turnIndex: 2 * turn, played: { message: { role: 'user', content } } };
}

function toReply(number: number, reply: number): ReplyEntry {
  const content = `${sayWords(number * 3 + reply, 60)}.`;
  return {
    turnIndex: 2 * reply + 1,
    played: { message: { role: 'assistant', content } },
    by: 'target',
    guidelines: '',
    call: {
      latencyMs: 300 + ((number * 37 + reply * 211) % 1900),
      usage: { inputTokens: 120 + reply * 90, outputTokens: 80 },
      costUsd: 0.0004 * (1 + reply),
    },
  };
}

function toVerdicts(number: number, { turnIndex, index }: { turnIndex: number; index: number }): readonly Verdict[] {
  const fails = (number * 7 + index * 3) % (number % 2 === 0 ? 41 : 17) < 1 + index;
  const normalizedScore = fails ? 0.2 : 0.7 + ((number + index) % 4) / 10;
  const check: Verdict = {
    grader: 'contains-1',
    turnIndex,
    status: 'graded',
    score: fails ? 0 : 1,
    normalizedScore: fails ? 0 : 1,
    pass: !fails,
    reason: fails ? 'The reply does not contain "refund".' : 'The reply contains "refund".',
  };
  if (number % 97 === 5 && index === 3) {
    return [
      check,
      { grader: 'tone', turnIndex, status: 'ungraded', cause: 'unparseable', reason: 'No score in the reply.' },
    ];
  }
  const score = Math.round(normalizedScore * 6 - 3);
  return [
    check,
    {
      grader: 'tone',
      turnIndex,
      status: 'graded',
      score,
      normalizedScore,
      pass: !fails,
      reason: sayWords(number + index, 12),
    },
  ];
}

function toStatus(verdicts: readonly Verdict[]): CaseStatus {
  if (verdicts.some((verdict) => verdict.status === 'graded' && !verdict.pass)) return 'fail';
  return verdicts.some(({ status }) => status === 'ungraded') ? 'ungraded' : 'pass';
}

const words = (
  'order refund parcel receipt within fourteen days please check your account number we will send the money back ' +
  'to card used for payment thank you patience let me look into this policy says that opened items can be returned'
).split(' ');

/** Says the same for the same seed, so that every run of a test sees the same conversations. */
export function sayWords(seed: number, count: number): string {
  return Array.from(
    { length: count },
    (_, index) => words[(seed * 31 + index * 17 + ((seed * index) % 7)) % words.length],
  ).join(' ');
}
