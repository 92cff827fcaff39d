import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { validateFile } from './validate-files.ts';

const toml = '[contexts.fullConversation]\nassistantQuestion = "Which one?"\n';
const toDeck = (head: string) => `+++\n${head}\n+++\n# Judge\n![contexts](c.toml)\n`;

interface Project {
  readonly head: string;
  readonly graders?: readonly object[];
  readonly turns?: readonly object[];
  readonly targets?: string;
}

async function validate({ head, graders = [], turns, targets = '' }: Project) {
  const input_messages = [{ role: 'user', content: 'Hi' }];
  const root = makeProject({
    'x.deck.md': toDeck(head),
    'c.toml': toml,
    'targets.yaml': `targets: [{id: bot, provider: builtin, model: echo}${targets}]\n`,
    'x.eval.yaml': JSON.stringify({ graders, cases: [turns === undefined ? { input_messages } : { turns }] }, null, 1),
  });
  const { problems } = await validateFile(join(root, 'x.eval.yaml'), { cwd: root, env: {} });
  return problems.map(({ code, severity, line }) => ({ code, severity, line }));
}

const whole = 'sees = "conversation"';

describe('a deck that sees the whole conversation', () => {
  it('may grade the whole conversation', async () => {
    expect(await validate({ head: whole, graders: [{ judge: 'x.deck.md', when: 'conversation' }] })).toEqual([]);
  });

  it.each([undefined, 'last', 'all', { reply: 1 }, { tag: 't' }])(
    'may not grade single replies, as when is %j: it would see what came later',
    async (when) => {
      const graders = [{ judge: 'x.deck.md', ...definedOnly({ when }) }];
      expect(await validate({ head: whole, graders })).toEqual([
        { code: 'EVAL_JUDGE_SEES_LATER', severity: 'error', line: 4 },
      ]);
    },
  );

  it('may not be on a scripted line, whatever its "when" says', async () => {
    const turns = [{ user: 'Hi', graders: [{ judge: 'x.deck.md', when: 'conversation' }] }];
    expect(await validate({ head: whole, turns })).toMatchObject([{ code: 'EVAL_JUDGE_SEES_LATER' }]);
  });

  it('is reported once, however many graders set it', async () => {
    const graders = [{ judge: 'x.deck.md' }, { judge: './x.deck.md', when: 'all' }];
    expect(await validate({ head: whole, graders })).toHaveLength(1);
  });
});

describe('a deck that names a target', () => {
  const graders = [{ judge: 'x.deck.md' }];

  it('names one that there is', async () => {
    expect(await validate({ head: 'target = "bot"', graders })).toEqual([]);
    expect(await validate({ head: 'target = "bat"', graders })).toEqual([
      { code: 'TARGET_UNKNOWN', severity: 'error', line: 4 },
    ]);
  });
});
