import { describe, expect, it } from 'vitest';
import type { ReplyEntry } from '../conversation/run/run-record.ts';
import { plainPalette } from './palette.ts';
import { renderConversation, type ShownConversation } from './render-conversation.ts';

const start = {
  ...{ id: 'late', eval: 'refunds', target: 'bot', repeat: 0, tags: [] },
  ...({ send: 'messages', play: 'script' } as const),
};
const question = { turnIndex: 0, played: { message: { role: 'user', content: 'Hello' } } };

function reply(parts: Partial<ReplyEntry> = {}): ReplyEntry {
  const played = { message: { role: 'assistant', content: 'Hi there.' } };
  return { turnIndex: 1, by: 'target', played, guidelines: '', call: { latencyMs: 320, costUsd: null }, ...parts };
}

function render(parts: Partial<ShownConversation> = {}): string {
  const whole = {
    start,
    turns: [question],
    replies: [reply()],
    verdicts: [],
    end: { status: 'pass' as const },
    ...parts,
  };
  return renderConversation(whole, plainPalette);
}

describe('renderConversation', () => {
  it('prints messages in the order of their places, whatever order they came in', () => {
    const line = { turnIndex: 2, played: { message: { role: 'user', content: 'Bye' } } };
    expect(render({ turns: [line, question] })).toBe(
      [
        'refunds / late  bot · messages · script\n✓ pass',
        ' 1  User\n    Hello',
        ' 2  Assistant\n    Hi there.\n    320 ms · cost unknown',
        ' 3  User\n    Bye\n',
      ].join('\n\n'),
    );
  });

  it('says in its title what the target was sent', () => {
    const whole = { start, turns: [question], replies: [], verdicts: [] };
    expect(renderConversation(whole, plainPalette, 'JSON on stdin')).toContain('bot · input: JSON on stdin · script\n');
  });

  it('lists attempts that were abandoned, with their conversation ids', () => {
    const none = { turns: [], replies: [], verdicts: [] };
    const abandoned = [
      { ...none, attempt: 1, replies: [reply()], reason: 'The service failed (500).', conversationId: 'r-1-1' },
      { ...none, attempt: 2, reason: 'The run stopped.' },
    ];
    expect(render({ abandoned })).toContain(
      [
        '✓ pass\n',
        'Attempt 1 (r-1-1) was abandoned after 1 reply: The service failed (500).',
        'Attempt 2 was abandoned after 0 replies: The run stopped.\n',
        ' 1  User',
      ].join('\n'),
    );
  });

  it('shows what is known about a call', () => {
    const usage = { inputTokens: 1200, outputTokens: 34 };
    const call = { latencyMs: 1200, usage, costUsd: 0.0123, model: 'm-1', attempts: 3, finishReason: 'length' };
    expect(render({ replies: [reply({ call })] })).toContain(
      '\n    1.2 s · 1200 → 34 tokens · $0.0123 · m-1 · 3 attempts · length\n',
    );
    const cached = {
      latencyMs: 5,
      usage: { outputTokens: 3 },
      costUsd: 0,
      cached: true as const,
      notes: ['old model'],
    };
    expect(render({ replies: [reply({ call: cached })] })).toContain(
      '\n    from the cache · ? → 3 tokens · $0.00\n    note: old model\n',
    );
  });

  it('puts each verdict under its reply, and those on the whole at the end', () => {
    const graded = { status: 'graded', normalizedScore: 1, pass: true } as const;
    const text = render({
      end: { status: 'fail' },
      verdicts: [
        {
          grader: 'whole',
          turnIndex: null,
          ...graded,
          score: 0,
          normalizedScore: 0,
          pass: false,
          reason: 'Too short.',
        },
        { grader: 'tone', turnIndex: 1, ...graded, score: 2.5, reason: 'Kind.\nAnd clear.' },
        { grader: 'judge', turnIndex: 1, status: 'ungraded', cause: 'no-judge' },
        { grader: 'other', turnIndex: 1, status: 'ungraded', cause: 'timeout', reason: 'No answer in 5 s.' },
      ],
    });
    expect(text).toContain(
      [
        '\n    320 ms · cost unknown',
        '    ✓ tone (2.5): Kind.',
        '      And clear.',
        '    ? judge: no-judge',
        '    ? other: timeout. No answer in 5 s.',
        '',
        'The whole conversation:',
        '    ✗ whole: Too short.',
        '',
      ].join('\n'),
    );
  });

  it('shows the reference under the reply that replaced it', () => {
    const reference = { turnIndex: 1, played: { message: { role: 'assistant', content: 'Good day.\nHow are you?' } } };
    expect(render({ turns: [question, reference] })).toContain(
      '    Hi there.\n    320 ms · cost unknown\n    reference: Good day.\n      How are you?\n',
    );
  });

  it('shows tool calls, and what an agent did on the way, cut to a few lines', () => {
    const search = { name: 'search', arguments: { query: 'order' } };
    const found = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n');
    const trace = [
      { role: 'assistant', tool_calls: [search] },
      { role: 'tool', content: found },
    ];
    const message = { role: 'assistant', content: 'Done.', tool_calls: [{ name: 'refund' }] };
    const text = render({ replies: [reply({ played: { message }, call: { latencyMs: 1, costUsd: 0, trace } })] });
    expect(text).toContain(
      '    Done.\n\n    → refund()\n    ┆ Assistant: → search({"query":"order"})\n    ┆ Tool: line 0\n',
    );
    expect(text).toContain('      line 11\n      … 8 more lines: --json\n');
    expect(text).not.toContain('line 12');
  });

  it('tells an error with all that is known of it', () => {
    const error = {
      ...({ cause: 'rate-limited', message: 'Slow down.', turnIndex: 1, status: 429, attempts: 5 } as const),
      ...{ requestId: 'r-1', details: 'first\nsecond' },
    };
    expect(render({ replies: [], end: { status: 'error', error } })).toContain(
      '! error\n\n 1  User\n    Hello\n\n' +
        '! rate-limited · turn 2 · status 429 · 5 attempts · request r-1\n    Slow down.\n    first\n    second\n',
    );
  });

  it('marks the lines of a simulated user, and reports how the simulation ended', () => {
    const line = reply({ turnIndex: 2, by: 'simulator', played: { message: { role: 'user', content: 'Thanks' } } });
    const simulation = { end: 'goodbye' as const, problems: ['It said goodbye twice.'] };
    const text = render({ replies: [reply(), line], end: { status: 'pass', simulation } });
    expect(text).toContain(' 3  User\n    Thanks\n    simulated user · 320 ms · cost unknown\n');
    expect(text).toContain('\nThe simulation ended: goodbye.\n    ! It said goodbye twice.\n');
  });

  it('says that a conversation was skipped, or is not finished', () => {
    expect(render({ end: { status: 'skipped', reason: 'enough' } })).toContain('\n– skipped: enough\n');
    const { end: _end, ...rest } = { start, turns: [question], replies: [], verdicts: [], end: undefined };
    expect(renderConversation(rest, plainPalette)).toContain('\n… not finished\n');
  });

  it('lets no text move the cursor', () => {
    const reason = 'red \u001b[31m';
    const text = render({
      start: { ...start, tags: ['\u001b[2J'] },
      verdicts: [{ grader: 'g\u001b', turnIndex: 1, status: 'ungraded', cause: 'refused', reason }],
      end: {
        status: 'error',
        reason,
        error: { cause: 'internal', message: reason, requestId: reason, details: reason },
      },
    });
    expect(text).not.toContain('\u001b');
  });
});
