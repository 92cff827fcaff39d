import { describe, expect, it } from 'vitest';
import { makeCase } from '../../../test/support/grading.ts';
import type { TargetSpec } from '../target-spec.ts';
import { listVariants } from './run-record.ts';

const echo: TargetSpec = { id: 'echo', provider: 'builtin', model: 'echo' };
const chatty: TargetSpec = { id: 'chatty', provider: 'builtin', model: 'echo' };

describe('the variants of a case', () => {
  it('appear once each, even if a form is listed twice', () => {
    expect(listVariants(makeCase(), [echo], new Map([['echo', ['question', 'question']]]))).toHaveLength(1);
  });

  it('are target × form × mode, in this order', () => {
    const evalCase = makeCase({ play: ['every-turn', 'script', 'every-turn'] });
    const both = ['question', 'messages'] as const;
    const sends = new Map([echo, chatty].map(({ id }) => [id, both]));
    const variants = listVariants(evalCase, [echo, chatty], sends);
    expect(variants.map(({ target, send, play }) => `${target} ${send} ${play}`)).toEqual([
      ...['echo question every-turn', 'echo question script', 'echo messages every-turn', 'echo messages script'],
      ...[
        'chatty question every-turn',
        'chatty question script',
        'chatty messages every-turn',
        'chatty messages script',
      ],
    ]);
  });

  it('use the forms of each target', () => {
    const sends = new Map([
      ['echo', ['question'] as const],
      ['chatty', ['messages'] as const],
    ]);
    expect(listVariants(makeCase(), [echo, chatty], sends).map(({ send }) => send)).toEqual(['question', 'messages']);
  });
});
