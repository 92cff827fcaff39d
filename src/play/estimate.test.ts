import { describe, expect, it } from 'vitest';
import { makeCase } from '../../test/support/grading.ts';
import { estimateCalls } from './estimate.ts';

const noFiles = () => 0;
/** A text of so many characters. */
const text = (length: number) => 'x'.repeat(length);

describe('what a conversation will take', () => {
  it('for a reply is the length of its messages', () => {
    const evalCase = makeCase({ input_messages: [{ role: 'user', content: text(438) }] });
    // 438 + 12 for the role = 450 characters: 450 / 4.5 = 100 tokens at least, 450 / 2.5 = 180 at most.
    expect(estimateCalls(evalCase, 'reply', noFiles)).toEqual([
      { by: 'target', calls: { low: 1, high: 1 }, input: { low: 100, high: 180 } },
    ]);
  });

  it('counts parts, attached files, objects and tool calls', () => {
    const call = { name: 'f', arguments: { a: 1 } };
    const content = [
      text(10),
      { type: 'text' as const, value: text(5) },
      { type: 'file' as const, value: 'a.md' },
      { k: 1 },
    ];
    const evalCase = makeCase({ input_messages: [{ role: 'user', content, tool_calls: [call] }] });
    // 12 + 10 + 5 + 1000 (the file) + 7 ({"k":1}) + 32 ({"name":"f","arguments":{"a":1}}) = 1066: / 4.5 = 237, / 2.5 = 426.
    const [estimate] = estimateCalls(evalCase, 'reply', (path) => (path === 'a.md' ? 1000 : 0));
    expect(estimate?.input).toEqual({ low: 237, high: 426 });
  });

  it('for every turn is the reference before each of them', () => {
    const message = (role: string) => ({ role, content: text(78) });
    const input = [message('user'), message('assistant'), message('user'), message('assistant')];
    // 78 + 12 = 90 a message; before the first turn 90, before the second 270:
    // 90 / 4.5 + 270 / 4.5 = 20 + 60 = 80; 90 / 2.5 + 270 / 2.5 = 36 + 108 = 144.
    expect(estimateCalls(makeCase({ input_messages: input }), 'every-turn', noFiles)).toEqual([
      { by: 'target', calls: { low: 2, high: 2 }, input: { low: 80, high: 144 } },
    ]);
  });

  it('for a script adds replies that nobody has seen, of 80 to 2000 characters', () => {
    const turns = [{ user: text(100) }, { user: text(100) }];
    // Low: 100 / 4.5 = 22, (200 + 80) / 4.5 = 62. High: 100 / 2.5 = 40, (200 + 2000) / 2.5 = 880.
    expect(estimateCalls(makeCase({ turns }), 'script', noFiles)).toEqual([
      { by: 'target', calls: { low: 2, high: 2 }, input: { low: 84, high: 920 } },
    ]);
  });

  it('for a script that may stop is at least what comes before that', () => {
    const turns = [{ user: text(100), on_fail: 'stop' as const }, { user: text(100) }];
    expect(estimateCalls(makeCase({ turns }), 'script', noFiles)).toEqual([
      { by: 'target', calls: { low: 1, high: 2 }, input: { low: 22, high: 920 } },
    ]);
  });

  it('for a simulation is from one turn to the most, and one line more for the user', () => {
    const simulate = { persona: 'p', goal: 'g', target: 'customer', max_turns: 2 };
    const input = [{ role: 'user', content: text(78) }];
    // Low: 90 / 4.5 = 20. High: (90 + 2000) / 2.5 + (90 + 3 · 2000) / 2.5 = 836 + 2436 = 3272.
    expect(estimateCalls(makeCase({ simulate, input_messages: input }), 'simulate', noFiles)).toEqual([
      { by: 'target', calls: { low: 1, high: 2 }, input: { low: 20, high: 3272 } },
      { by: 'simulator', calls: { low: 1, high: 3 }, input: { low: 20, high: 3272 } },
    ]);
  });
});
