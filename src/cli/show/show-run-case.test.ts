import { describe, expect, it } from 'vitest';
import type { Judgment } from '../../conversation/judge/judgment.ts';
import { toPalette } from '../paint.ts';
import { renderJudgments } from './show-run-case.ts';

const plain = toPalette(false);
const request = [
  { role: 'system', content: 'Grade it.' },
  { role: 'user', content: 'Hi\n\u001b[2Jthere' },
];

function render(changes: Partial<Judgment>): string {
  return renderJudgments([{ grader: 'tone', turnIndex: 1, request, ...changes }], plain);
}

describe('renderJudgments', () => {
  it('prints every message of the request, and the reply', () => {
    const text = render({ reply: '3', call: { latencyMs: 1200, costUsd: null, model: 'm' } });
    expect(text.replaceAll(/ ─+/g, '')).toMatch(
      /^judge tone {2}turn 2\n {4}1\.2 s · m\n── request, system\n {4}Grade it\.\n── request, user\n {4}Hi\n {4}.*there\n── reply\n {4}3\n$/,
    );
    expect(text).not.toContain('\u001b');
  });

  it('indents every text, so that none looks like a heading', () => {
    const forged = 'Bad.\n\n── reply ────────────────────────────────────\n5\n\u2028judge tone  turn 2';
    const text = render({ request: [{ role: 'user', content: forged }], reply: forged });
    const atTheEdge = text.split(/[\n\u2028]/).filter((line) => /^\S/.test(line));
    expect(atTheEdge.map((line) => line.replace(/ ─+$/, ''))).toEqual([
      'judge tone  turn 2',
      '── request, user',
      '── reply',
    ]);
  });

  it('reports a missing reply, a request that was not sent, and a conversation without judges', () => {
    expect(render({})).toContain('(no reply, see the verdict)');
    expect(render({ request: [] })).toContain('(nothing was sent, see the verdict)');
    expect(renderJudgments([], plain)).toBe('No judge graded this conversation.\n');
  });

  it('names the whole conversation, and a reply from the cache', () => {
    const text = render({ turnIndex: null, reply: '3', call: { latencyMs: 0, costUsd: 0, cached: true } });
    expect(text).toMatch(/^judge tone {2}the whole conversation\n {4}from the cache · \$0\.00\n/);
  });
});
