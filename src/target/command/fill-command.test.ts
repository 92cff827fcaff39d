import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { makeRequest } from '../../../test/support/target-request.ts';
import { definedOnly } from '../../base/defined-only.ts';
import type { SpecOf } from '../../conversation/target-spec.ts';
import { fillCommand } from './fill-command.ts';

const files = [
  { path: 'a.md', guideline: false },
  { path: 'b c.md', guideline: true },
];
const ids = { caseId: 'late-refund', repeat: 2, replyIndex: 1, runId: 'r1', conversationId: 'r1-c1-1' };
const request = makeRequest({ question: 'Why?', guidelines: 'Be brief.', files, ...ids });

function fill(spec: Omit<SpecOf<'command'>, 'id' | 'provider'>) {
  return fillCommand({ id: 'agent', provider: 'command', ...spec }, request, {
    output: '/tmp/out',
    prompt: '/tmp/prompt',
  });
}

describe('fillCommand', () => {
  it.each<[string, SpecOf<'command'>['input'], string[], string]>([
    ['nothing: the prompt on stdin', undefined, ['agent'], 'Be brief.\n\nWhy?'],
    ['question: the prompt on stdin', 'question', ['agent'], 'Be brief.\n\nWhy?'],
    ['argument: one more argument', 'argument', ['agent', 'Be brief.\n\nWhy?'], ''],
  ])('input %s', (_title, input, command, stdin) => {
    expect(fill({ command: ['agent'], ...definedOnly({ input }) })).toMatchObject({ command, stdin });
  });

  it('input json: the conversation and its ids on stdin', () => {
    const { stdin } = fill({ command: ['agent'], input: 'json' });
    expect(JSON.parse(stdin)).toEqual({
      question: 'Why?',
      guidelines: 'Be brief.',
      messages: [{ role: 'user', content: 'Why?' }],
      files,
      conversation_id: 'r1-c1-1',
      turn: 2,
      run_id: 'r1',
      case_id: 'late-refund',
      repeat: 2,
    });
  });

  it.each<[string, string[], string[]]>([
    ['the prompt holds the guidelines', ['{PROMPT}'], ['Be brief.\n\nWhy?']],
    ['unless they have a place', ['{PROMPT}', '{GUIDELINES}'], ['Why?', 'Be brief.']],
    ['inside an argument', ['--case={EVAL_ID}-{ATTEMPT}'], ['--case=late-refund-2']],
    ['one argument a file', ['{FILES}', '--files={FILES}'], ['a.md', 'b c.md', '--files=a.md b c.md']],
    ['the file for the reply', ['{OUTPUT_FILE}'], ['/tmp/out']],
    ['the ids', ['{CONVERSATION_ID} {TURN} {RUN_ID} {CASE_ID} {REPEAT}'], ['r1-c1-1 2 r1 late-refund 2']],
    ['other braces stay', ['{"a": {OTHER}}'], ['{"a": {OTHER}}']],
  ])('template: %s', (_title, given, expected) => {
    const { command, stdin } = fill({ command: ['agent', ...given], template: true });
    expect(command).toEqual(['agent', ...expected]);
    expect(stdin).toBe('');
  });

  it('fills the environment, even next to the variables of a shell', () => {
    const env = { SESSION: '{{conversation_id}}/{{turn}}', LITERAL: '\\{{turn}}', PLAIN: 'x' };
    const filled = { SESSION: 'r1-c1-1/2', LITERAL: '{{turn}}', PLAIN: 'x' };
    expect(fill({ command: ['agent'], env }).env).toEqual(filled);
    expect(fill({ command: ['agent {PROMPT}'], env, shell: true, template: true }).env).toMatchObject({
      ...filled,
      TURNWISE_PROMPT_0: 'Be brief.\n\nWhy?',
    });
  });

  it('leaves placeholders alone without template', () => {
    expect(fill({ command: ['agent', '{PROMPT}'] }).command).toEqual(['agent', '{PROMPT}']);
  });

  it('gives stdin to a template that asks for it', () => {
    expect(fill({ command: ['agent'], template: true, input: 'question' }).stdin).toBe('Be brief.\n\nWhy?');
  });

  it('writes each file in the format of the target', () => {
    const format = { files_format: '--file {path} --as={basename}', template: true };
    expect(fill({ command: ['agent', '{FILES}', 'x{FILES}'], ...format }).command).toEqual([
      ...['agent', '--file', 'a.md', '--as=a.md', '--file', 'b c.md', '--as=b c.md'],
      'x--file a.md --as=a.md --file b c.md --as=b c.md',
    ]);
    const { command, env } = fill({ command: ['agent {FILES}'], shell: true, ...format });
    const printed = execFileSync('/bin/sh', ['-c', command[0].replace('agent', `printf '%s|'`)], {
      env,
      encoding: 'utf8',
    });
    expect(printed).toBe('--file|a.md|--as=a.md|--file|b c.md|--as=b c.md|');
  });

  it('gives a format absolute paths where they are known', () => {
    const located = { ...request, filePaths: ['/p/a.md', '/p/b c.md'] };
    const spec = { id: 'agent', provider: 'command' as const, command: ['agent', '{FILES}'], template: true };
    const fillLocated = (more: object) =>
      fillCommand({ ...spec, ...more }, located, { output: '', prompt: '' }).command;
    expect(fillLocated({ files_format: '{path}' })).toEqual(['agent', '/p/a.md', '/p/b c.md']);
    expect(fillLocated({ files_format: '{basename}' })).toEqual(['agent', 'a.md', 'b c.md']);
    expect(fillLocated({})).toEqual(['agent', 'a.md', 'b c.md']);
  });
});
