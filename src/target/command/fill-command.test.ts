import { describe, expect, it } from 'vitest';
import { makeRequest } from '../../../test/support/target-request.ts';
import type { SpecOf } from '../../conversation/target-spec.ts';
import { fillCommand } from './fill-command.ts';

const files = [
  { path: 'a.md', guideline: false },
  { path: 'b c.md', guideline: true },
];
const request = makeRequest({ question: 'Why?', guidelines: 'Be brief.', files, repeat: 2 });

function fill(spec: Omit<SpecOf<'command'>, 'id' | 'provider'>) {
  return fillCommand({ id: 'agent', provider: 'command', ...spec }, request, '/tmp/out');
}

describe('fillCommand', () => {
  it.each<[string, SpecOf<'command'>['input'], string[], string]>([
    ['nothing: the prompt on stdin', undefined, ['agent'], 'Be brief.\n\nWhy?'],
    ['question: the prompt on stdin', 'question', ['agent'], 'Be brief.\n\nWhy?'],
    ['argument: one more argument', 'argument', ['agent', 'Be brief.\n\nWhy?'], ''],
  ])('input %s', (_title, input, command, stdin) => {
    expect(fill({ command: ['agent'], ...(input === undefined ? {} : { input }) })).toMatchObject({ command, stdin });
  });

  it('input json: an object of four keys on stdin', () => {
    const { stdin } = fill({ command: ['agent'], input: 'json' });
    expect(JSON.parse(stdin)).toEqual({
      question: 'Why?',
      guidelines: 'Be brief.',
      messages: [{ role: 'user', content: 'Why?' }],
      files,
    });
  });

  it.each<[string, string[], string[]]>([
    ['the prompt holds the guidelines', ['{PROMPT}'], ['Be brief.\n\nWhy?']],
    ['unless they have a place', ['{PROMPT}', '{GUIDELINES}'], ['Why?', 'Be brief.']],
    ['inside an argument', ['--case={EVAL_ID}-{ATTEMPT}'], ['--case=late-refund-2']],
    ['one argument a file', ['{FILES}', '--files={FILES}'], ['a.md', 'b c.md', '--files=a.md b c.md']],
    ['the file for the reply', ['{OUTPUT_FILE}'], ['/tmp/out']],
    ['other braces stay', ['{"a": {OTHER}}'], ['{"a": {OTHER}}']],
  ])('template: %s', (_title, given, expected) => {
    const { command, stdin } = fill({ command: ['agent', ...given], template: true });
    expect(command).toEqual(['agent', ...expected]);
    expect(stdin).toBe('');
  });

  it('leaves placeholders alone without template', () => {
    expect(fill({ command: ['agent', '{PROMPT}'] }).command).toEqual(['agent', '{PROMPT}']);
  });

  it('gives stdin to a template that asks for it', () => {
    expect(fill({ command: ['agent'], template: true, input: 'question' }).stdin).toBe('Be brief.\n\nWhy?');
  });
});
