import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillShellLine } from './fill-shell-line.ts';

/** The arguments that a shell makes of a line. */
function listArguments(line: string, values: Record<string, readonly string[]>): readonly string[] {
  const filled = fillShellLine(line, values);
  const script = `show() { for argument in "$@"; do printf '%s\\0' "$argument"; done; }; show ${filled.line}`;
  const printed = execFileSync('/bin/sh', ['-c', script], {
    env: { ...filled.env, HOME: '/home/ada' },
    encoding: 'utf8',
  });
  return printed.split('\0').slice(0, -1);
}

const nasty = `it's "so" $(echo no) \`echo no\` \\ $HOME * ; {PROMPT}`;

describe('fillShellLine', () => {
  it.each<[string, string, readonly string[]]>([
    ['bare', 'ask {PROMPT} now', ['ask', nasty, 'now']],
    ['in double quotes', 'ask "{PROMPT}"', ['ask', nasty]],
    ['in single quotes', "ask '{PROMPT}'", ['ask', nasty]],
    ['inside a longer double-quoted text', 'ask "It\'s: {PROMPT}."', ['ask', `It's: ${nasty}.`]],
    ['inside a longer single-quoted text', `ask 'Say "{PROMPT}" \\'`, ['ask', `Say "${nasty}" \\`]],
    ['behind an escaped quote', 'ask \\"{PROMPT}', ['ask', `"${nasty}`]],
    ['behind an option', 'ask --prompt={PROMPT}', ['ask', `--prompt=${nasty}`]],
    ["the shell's own variables stay", 'ask "${HOME}" {PROMPT}', ['ask', '/home/ada', nasty]],
  ])('makes one argument of a value: %s', (_title, line, expected) => {
    expect(listArguments(line, { PROMPT: [nasty] })).toEqual(expected);
  });

  it('makes one argument of each file', () => {
    expect(listArguments('ask {FILES} end', { FILES: ['a.md', "b 'c.md"] })).toEqual(['ask', 'a.md', "b 'c.md", 'end']);
  });

  it('makes nothing of no files', () => {
    expect(listArguments('ask {FILES} end', { FILES: [] })).toEqual(['ask', 'end']);
  });

  it('hands any text over unaltered', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 }).map((value) => value.replaceAll('\0', ''));
    fc.assert(
      fc.property(text, (value) => {
        expect(listArguments('{PROMPT}', { PROMPT: [value] })).toEqual([value]);
      }),
      { numRuns: 25 },
    );
  });
});
