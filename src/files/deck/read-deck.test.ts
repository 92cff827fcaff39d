import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { tries } from '../../../test/support/tries.ts';
import { Fault, type Problem } from '../../base/fault.ts';
import { readDeck } from './read-deck.ts';

const contexts = '[contexts.fullConversation]\nassistantQuestion = "Which one?"\n';
const include = '![contexts](c.toml)\n';

function read(files: Readonly<Record<string, string>>, strict = false) {
  const cwd = makeProject({ 'c.toml': contexts, ...files });
  return readDeck('x.deck.md', { cwd, strict });
}

function readText(deck: string, files: Readonly<Record<string, string>> = {}) {
  const { deck: result, problems } = read({ 'x.deck.md': deck, ...files });
  expect(problems).toEqual([]);
  return result?.text;
}

function placesOf(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`);
}

describe('the text of a deck', () => {
  const parts = {
    'p.md': 'Part one.\n\nPart two.\n',
    'deep/q.md': 'Q\n\n![r](../p.md)\n',
    'blank.md': ' \n\n',
    'gaps.md': 'A\n\n\nB',
  };
  const rows: readonly (readonly [string, string, string])[] = [
    ['definitions leave one blank line', `# A\n\n${include}\nB\n`, '# A\n\nB'],
    ['many definitions leave one blank line', `# A\n\n${include}\n\n\n${include}${include}\nB\n`, '# A\n\nB'],
    ['definitions at the top and at the end leave nothing', `${include}\n# A\n\n${include}`, '# A'],
    ['definitions inside a line leave the line', 'A ![c](c.toml) B', 'A  B'],
    ['definitions in a quote leave nothing', `A\n\n> ![c](c.toml)\n\nB\n`, 'A\n\nB'],
    ['several in a quote leave nothing', `A\n\n> > ![c](c.toml) ![c](c.toml)\n`, 'A'],
    ['definitions beside text in a quote leave the text', `> ![c](c.toml) A\n`, '>  A'],
    ['text in a quote is put in place', `${include}\n> ![p](p.md)\n`, '> Part one.\n\nPart two.'],
    ['several blank lines become one everywhere', `A\n\n \t\n\nB\n\n${include}\nC\n\n\n  D`, 'A\n\nB\n\nC\n\n  D'],
    ['so they do in included text', `${include}\n![p](gaps.md)\n`, 'A\n\nB'],
    ['blank lines in a fence stay', `${include}\n\`\`\`\n\n\n\n\`\`\`\n\n\n${include}\n\nA`, '```\n\n\n\n```\n\nA'],
    ['indentation behind a removal stays', `A\n\n${include}\n\n    code\n`, 'A\n\n    code'],
    ['Windows line ends become plain ones', 'A\r\n\r\n![c](c.toml)\r\n\r\nB\r\n', 'A\n\nB'],
    ['a commented include stays a comment', `A <!-- ![gone](gone.md) -->\n${include}`, 'A <!-- ![gone](gone.md) -->'],
    ['text is put in place', `A\n\n![p](p.md)\n\nB\n${include}`, 'A\n\nPart one.\n\nPart two.\n\nB'],
    ['text is put inside a line', `A (![p](p.md)) B\n${include}`, 'A (Part one.\n\nPart two.) B'],
    ['text is put in twice', `![p](p.md)\n![p](./p.md)\n${include}`, 'Part one.\n\nPart two.\nPart one.\n\nPart two.'],
    ['paths are relative to the including file', `![q](deep/q.md)\n${include}`, 'Q\n\nPart one.\n\nPart two.'],
    ['a leading slash is the project root', `![p](/p.md)\n${include}`, 'Part one.\n\nPart two.'],
    ['a blank file leaves nothing', `A\n\n![b](blank.md)\n\nB\n${include}`, 'A\n\nB'],
    [
      'images and addresses stay',
      `![a](a.png) ![b](https://x.example/b.md) ![c](C.JPG)\n\n${include}`,
      '![a](a.png) ![b](https://x.example/b.md) ![c](C.JPG)',
    ],
    [
      'code stays',
      `\`![p](p.md)\`\n\n~~~\n![none](none.md)\n~~~\n${include}`,
      '`![p](p.md)`\n\n~~~\n![none](none.md)\n~~~',
    ],
    ['front matter is gone', `+++\nstep = 1\n+++\n\n# A\n\n${include}`, '# A'],
    ['a ruler is no front matter', `---\n\nA: b\n\n${include}`, '---\n\nA: b'],
  ];
  it.each(rows)('%s', (_name, deck, wanted) => {
    expect(readText(deck, parts)).toBe(wanted);
  });

  it('leaves out the front matter of included files, and ignores its settings', () => {
    const files = { 'y.deck.md': '+++\nscale = [1, 5]\nodd = 1\n+++\nY', 'z.md': '---\ntitle: Z\n---\nZ' };
    const { deck, problems } = read({ 'x.deck.md': `![y](y.deck.md)\n\n![z](z.md)\n${include}`, ...files });
    expect(problems).toEqual([]);
    expect(deck).toMatchObject({ text: 'Y\n\nZ', scale: { min: -3, max: 3, step: 1 } });
  });
});

describe('front matter', () => {
  it('has defaults for everything', () => {
    const { deck } = read({ 'x.deck.md': `A\n${include}` });
    expect(deck).toEqual({
      file: 'x.deck.md',
      text: 'A',
      scale: { min: -3, max: 3, step: 1 },
      pass: 1,
      sees: 'history',
      contexts: [{ name: 'fullConversation', file: 'c.toml', assistantQuestion: 'Which one?' }],
      samples: [],
      files: ['x.deck.md', 'c.toml'],
    });
  });

  const good: readonly (readonly [string, object])[] = [
    ['scale = [1, 5]', { scale: { min: 1, max: 5, step: 1 }, pass: 4 }],
    ['scale = [0, 1]', { pass: 1 }],
    ['scale = [0, 1]\nstep = 0', { scale: { min: 0, max: 1, step: 0 }, pass: 0.5 }],
    ['scale = [0, 1]\nstep = 0.1', { pass: 0.6 }],
    ['pass = 3', { pass: 3 }],
    [
      'target = "m"\nsees = "turn"\nwindow = 4\ngate = {tnr = 0.8, kappa_quadratic = 0.6}',
      { target: 'm', sees: 'turn', window: 4, gate: { tnr: 0.8, kappaQuadratic: 0.6 } },
    ],
  ];
  it.each(good)('%s', (head, wanted) => {
    const { deck, problems } = read({ 'x.deck.md': `+++\n${head}\n+++\nA\n${include}` });
    expect(problems).toEqual([]);
    expect(deck).toMatchObject(wanted);
  });

  const bad: readonly (readonly [string, string, string])[] = [
    ['+++\n\nscael = [1, 5]\n+++\n', '3:1 DECK_UNKNOWN_KEY', 'Did you mean "scale"?'],
    [
      '+++\n[contexts.refs]\n+++\n',
      '2:2 DECK_UNKNOWN_KEY',
      'Move [contexts] to a TOML file and include it in the deck: ![contexts](my.deck.toml)',
    ],
    ['+++\nmodel = "gpt"\n+++\n', '2:1 DECK_UNKNOWN_KEY', `Set the judge's target, from targets.yaml: target = "<id>"`],
    ['+++\nscale = [1\n+++\n', '2:9 TOML_SYNTAX', ''],
    ['+++\nscale = [5, 1]\n+++\n', '2:9 DECK_BAD_VALUE', ''],
    [
      '+++\nscale = [0, 2.5]\n+++\n',
      '2:9 DECK_BAD_VALUE',
      'Use a step that divides the scale, or step = 0 to allow any number.',
    ],
    [
      '+++\nscale = [0, 1]\nstep = 0.3\n+++\n',
      '3:8 DECK_BAD_VALUE',
      'Use a step that divides the scale, or step = 0 to allow any number.',
    ],
    [
      '+++\nscale = [0, 200000]\n+++\n',
      '2:9 DECK_BAD_VALUE',
      'Use a larger step, or step = 0 to allow any number in the range.',
    ],
    [
      '+++\nscale = [0, 1]\nstep = 0.0001\n+++\n',
      '3:8 DECK_BAD_VALUE',
      'Use a larger step, or step = 0 to allow any number in the range.',
    ],
    ['+++\nscale = [-1e308, 1e308]\n+++\n', '2:9 DECK_BAD_VALUE', 'Use smaller numbers.'],
    ['+++\nscale = [0, inf]\n+++\n', '2:13 DECK_BAD_VALUE', ''],
    ['+++\nstep = -1\n+++\n', '2:8 DECK_BAD_VALUE', ''],
    ['+++\npass = 4\n+++\n', '2:8 DECK_BAD_VALUE', 'If you remove it, the passing score is 1.'],
    ['+++\nsees = "turns"\n+++\n', '2:8 DECK_BAD_VALUE', 'Did you mean "turn"?'],
    ['+++\ngate = {tpr = 0.8, kapa = 0.6}\n+++\n', '2:20 DECK_UNKNOWN_KEY', 'Did you mean "kappa"?'],
    ['+++\ngate = {tpr = 80}\n+++\n', '2:15 DECK_BAD_VALUE', ''],
    [
      '+++\nstep = 0\ngate = {tpr = 0.8, exact = 0.5, kappa = 0.6}\n+++\n',
      '3:33 DECK_BAD_VALUE',
      'Set a step, or use another metric: exact, within1, alpha_ordinal, alpha_interval, spearman, kendall_tau_b, mcc, tpr, tnr.',
    ],
    ['+++\nscale = [1, 5]\n', '1:1 DECK_BAD_VALUE', 'End it with "+++" on a line of its own.'],
    ['\n\n+++\npass = 1\n+++\n', '3:1 DECK_BAD_VALUE', 'Remove the blank lines before "+++".'],
    [
      '---\nscale: [1, 5]\n---\n',
      '1:1 DECK_BAD_VALUE',
      'Write "+++" for each "---", and key = value for key: value, such as scale = [-3, 3].',
    ],
  ];
  it.each(bad)('%j is invalid at %s', (head, wanted, hint) => {
    const { deck, problems } = read({ 'x.deck.md': `${head}A\n\n${include}` });
    expect(deck).toBeUndefined();
    expect(placesOf(problems)).toEqual([`x.deck.md:${wanted}`]);
    expect(problems[0]?.severity).toBe('error');
    if (hint !== '') expect(problems[0]?.hint).toBe(hint);
  });
});

describe('includes', () => {
  it('are reported with their chain if missing, at the line of the include', () => {
    const { problems } = read({
      'x.deck.md': '+++\n+++\nA\n\n![p](parts/p.md)\n',
      'parts/p.md': 'P ![q](rols.md)',
      'parts/role.md': '',
    });
    expect(placesOf(problems)).toEqual(['parts/p.md:1:3 DECK_INCLUDE_MISSING']);
    expect(problems[0]?.message).toBe('There is no file "rols.md": x.deck.md → parts/p.md → rols.md.');
    expect(problems[0]?.hint).toBe('Did you mean "role.md"?');
    expect(placesOf(read({ 'x.deck.md': '+++\n+++\nA\n  ![](none.toml)' }).problems)).toEqual([
      'x.deck.md:4:3 DECK_INCLUDE_MISSING',
    ]);
  });

  it('are reported with their chain if they form a cycle', () => {
    const { problems } = read({
      'x.deck.md': `A\n![](b.md)\n${include}`,
      'b.md': 'B\n\n![](deep/c.md)',
      'deep/c.md': '![](../b.md) ![](../x.deck.md)',
    });
    expect(placesOf(problems)).toEqual(['deep/c.md:1:1 DECK_INCLUDE_CYCLE', 'deep/c.md:1:14 DECK_INCLUDE_CYCLE']);
    expect(problems.map(({ message }) => message)).toEqual([
      'The deck includes itself: x.deck.md → b.md → deep/c.md → b.md.',
      'The deck includes itself: x.deck.md → b.md → deep/c.md → x.deck.md.',
    ]);
    expect(read({ 'x.deck.md': '![](x.deck.md)' }).problems[0]?.message).toBe(
      'The deck includes itself: x.deck.md → x.deck.md.',
    );
  });

  it('never leave the project, not even through a link', () => {
    const outside = makeProject({ 'secret.md': 'secret' });
    const cwd = makeProject({
      'x.deck.md': `![](../secret.md) ![](link.md) ![](in.md)\n${include}`,
      'c.toml': contexts,
      'real.md': 'R',
    });
    symlinkSync(join(outside, 'secret.md'), join(cwd, 'link.md'));
    symlinkSync(join(cwd, 'real.md'), join(cwd, 'in.md'));
    const { problems } = readDeck('x.deck.md', { cwd });
    expect(placesOf(problems)).toEqual(['x.deck.md:1:1 FILE_OUTSIDE_ROOT', 'x.deck.md:1:19 FILE_OUTSIDE_ROOT']);
  });

  it('say how to mark a root that is higher up, but not above the current folder', () => {
    const cwd = makeProject({ 'decks/tone/x.deck.md': '![](../base.md) ![](../../../base.md)', 'decks/base.md': 'B' });
    rmSync(join(cwd, '.turnwise'), { recursive: true });
    const { problems } = readDeck('decks/tone/x.deck.md', { cwd });
    const hints = problems.filter(({ code }) => code === 'FILE_OUTSIDE_ROOT').map(({ hint }) => hint);
    expect(hints).toEqual([
      expect.stringMatching(/"decks\/tone"\. If the project starts higher up, run: mkdir decks\/\.turnwise$/),
      expect.stringMatching(/A \.turnwise folder marks the root\.$/),
    ]);
  });

  const odd: readonly (readonly [string, string, string])[] = [
    ['another suffix', '![](a.txt)', 'DECK_INCLUDE_MISSING'],
    ['no suffix', '![](a)', 'DECK_INCLUDE_MISSING'],
    ['no path', '![]()', 'DECK_BAD_VALUE'],
    ['a folder', '![](folder.md)', 'FILE_NOT_A_FILE'],
    ['bytes that are no text', '![](bytes.md)', 'FILE_NOT_UTF8'],
    ['a NUL character', '![](a\0.md)', 'DECK_INCLUDE_MISSING'],
    ['a name longer than any', `![](${'a'.repeat(900)}.md)`, 'DECK_INCLUDE_MISSING'],
  ];
  it.each(odd)('are reported for %s', (_name, text, code) => {
    const cwd = makeProject({
      'x.deck.md': `A ${text}\n${include}`,
      'c.toml': contexts,
      'bytes.md': new Uint8Array([0xff]),
    });
    mkdirSync(join(cwd, 'folder.md'));
    expect(placesOf(readDeck('x.deck.md', { cwd }).problems)).toEqual([`x.deck.md:1:3 ${code}`]);
  });

  it('are limited, even if they multiply', () => {
    const twice = (name: string) => `![](${name}.md) ![](${name}.md)`;
    const levels = Array.from({ length: 60 }, (_, level) => [`l${level}.md`, twice(`l${level + 1}`)] as const);
    const many = read({
      'x.deck.md': `A ${twice('l0')}\n${include}`,
      ...Object.fromEntries(levels),
      'l60.md': 'some text',
    });
    expect(many.problems.map(({ code }) => code)).toEqual(['DECK_TOO_BIG']);
    const nothing = read({ 'x.deck.md': `A ${twice('l0')}\n${include}`, ...Object.fromEntries(levels), 'l60.md': '' });
    expect(nothing.problems).toEqual([]);
  });

  it('are limited in a chain that includes one long text again and again', () => {
    const chain = Array.from({ length: 100 }, (_, level) => [`l${level}.md`, `![](l${level + 1}.md)`] as const);
    const { problems } = read({
      'x.deck.md': `![](l0.md)\n${include}`,
      ...Object.fromEntries(chain),
      'l100.md': 'a'.repeat(4_000_000),
    });
    expect(problems.map(({ code }) => code)).toEqual(['DECK_TOO_BIG']);
  });

  it('are limited to 200 files', () => {
    const files = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${n}.md`, `${n}`]));
    const { problems } = read({
      ...files,
      'x.deck.md': `${Object.keys(files)
        .map((name) => `![](${name})`)
        .join('\n')}\n${include}`,
    });
    expect(placesOf(problems)).toEqual(['x.deck.md:200:1 DECK_TOO_BIG']);
  });
});

describe('an include of a part', () => {
  const context = (name: string) => `[contexts.${name}]\nassistantQuestion = "${name}?"\n`;
  const talk = (id: string, score: number) =>
    `[samples.${id}]\nscore = ${score}\nmessages = [{ role = "user", content = "x" }]\n`;
  const toml = `${context('outcome')}${context('refs')}${talk('good', 3)}${talk('"a b.c"', -3)}`;
  const base = '# Base\n\nIntro\n\n## How to *grade*\n\nSteps\n\n### Detail\n\nMore\n\n## Tone\n\nKind\n';

  const sections: readonly (readonly [string, string, string])[] = [
    ['one section, with those below it', '#how-to-grade', '## How to *grade*\n\nSteps\n\n### Detail\n\nMore'],
    ['the last section', '#tone', '## Tone\n\nKind'],
    ['the section of the first heading: everything below it', '#base', base.trim()],
    ['the heading as it is written', '#How%20to%20grade', '## How to *grade*\n\nSteps\n\n### Detail\n\nMore'],
    ['the whole file without a name after the sign', '#', base.trim()],
  ];
  it.each(sections)('of Markdown is %s', (_name, anchor, wanted) => {
    expect(readText(`![b](base.md${anchor})\n${include}`, { 'base.md': base })).toBe(wanted);
  });

  it('of Markdown counts only real headings, and numbers equal ones', () => {
    const odd = 'Tone\n----\n\nunder a line\n\n```\n# Tone\n```\n\n# Tone ##\n\nsecond\n';
    expect(readText(`![b](b.md#tone)\n${include}`, { 'b.md': odd })).toBe(
      'Tone\n----\n\nunder a line\n\n```\n# Tone\n```',
    );
    expect(readText(`![b](b.md#tone-1)\n${include}`, { 'b.md': odd })).toBe('# Tone ##\n\nsecond');
  });

  const parts: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['d.toml#contexts', ['outcome', 'refs'], []],
    ['d.toml#contexts.refs', ['refs'], []],
    ['d.toml#refs', ['refs'], []],
    ['d.toml#samples', [], ['good', 'a b.c']],
    ['d.toml#samples.good', [], ['good']],
    ['d.toml#good', [], ['good']],
    ['d.toml#samples."a b.c"', [], ['a b.c']],
    ['d.toml#a b.c', [], ['a b.c']],
    ['list.toml#listed', [], ['listed']],
  ];
  it.each(parts)('of TOML is %s', (path, contextNames, sampleIds) => {
    const list = '[[samples]]\nid = "listed"\nmessages = [{ role = "user", content = "x" }]\n[[samples]]\nid = "no"\n';
    const { deck, problems } = read({
      'x.deck.md': `A\n\n[^1]: ![](<${path}>)\n\n${include}`,
      'd.toml': toml,
      'list.toml': list,
    });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(deck?.contexts.map(({ name }) => name)).toEqual([...contextNames, 'fullConversation']);
    expect(deck?.samples.map(({ id }) => id)).toEqual(sampleIds);
  });

  it('of TOML reads each sample once, even if the whole file is included too', () => {
    const { deck, problems } = read({
      'x.deck.md': `A ![](d.toml#samples.good) ![](d.toml#good) ![](d.toml#refs) ![](d.toml)\n${include}`,
      'd.toml': toml.replace(context('outcome'), ''),
    });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(deck?.samples.map(({ id }) => id)).toEqual(['good', 'a b.c']);
    expect(deck?.files).toEqual(['x.deck.md', 'd.toml', 'c.toml']);
  });

  const missing: readonly (readonly [string, string, string])[] = [
    ['base.md#tones', '"base.md" has no heading "tones": x.deck.md → base.md#tones.', 'Did you mean "tone"?'],
    [
      'd.toml#samples.god',
      '"d.toml" has no table or sample "samples.god": x.deck.md → d.toml#samples.god.',
      'Did you mean "samples.good"?',
    ],
    [
      'd.toml#elsewhere',
      '"d.toml" has no table or sample "elsewhere": x.deck.md → d.toml#elsewhere.',
      'Available: good, a b.c, outcome, refs, samples, contexts.',
    ],
  ];
  it.each(missing)('that does not exist is an error with the nearest names: %s', (path, message, hint) => {
    const { problems } = read({ 'x.deck.md': `A\n ![](${path})\n${include}`, 'd.toml': toml, 'base.md': base });
    expect(placesOf(problems)).toEqual(['x.deck.md:2:2 DECK_ANCHOR_MISSING']);
    expect(problems).toMatchObject([{ severity: 'error', message, hint }]);
  });

  it('may be of the including file, but not of itself', () => {
    const text = `# A\n\n![](x.deck.md#b)\n\n${include}\n# B\n\nText\n`;
    expect(readText(text)).toBe('# A\n\n# B\n\nText\n\n# B\n\nText');
    const loop = read({
      'x.deck.md': `# A\n\n![](b.md#one)\n${include}`,
      'b.md': '# One\n\n![](b.md#two)\n# Two\n![](b.md#one)\n',
    });
    expect(placesOf(loop.problems)).toEqual(['b.md:5:1 DECK_INCLUDE_CYCLE']);
    expect(loop.problems[0]?.message).toBe('The deck includes itself: x.deck.md → b.md#one → b.md#two → b.md#one.');
  });

  it('reports problems inside the section at their lines in the file', () => {
    const { problems } = read({
      'x.deck.md': `![](b.md#two)\n${include}`,
      'b.md': '+++\n+++\n# One\n\n![](none.md)\n\n# Two\n\n![](none.md)\n',
    });
    expect(placesOf(problems)).toEqual(['b.md:9:1 DECK_INCLUDE_MISSING']);
    expect(problems[0]?.message).toBe('There is no file "none.md": x.deck.md → b.md#two → none.md.');
  });

  it('may have the sign in the name of the file', () => {
    expect(readText(`![](a#b.md)\n${include}`, { 'a#b.md': 'Text' })).toBe('Text');
  });
});

describe('contexts', () => {
  const context = (name: string, question: string) => `[contexts.${name}]\nassistantQuestion = "${question}"\n`;

  it('are in order of first appearance, and the last definition wins', () => {
    const { deck, problems } = read({
      'x.deck.md': 'A\n![](deep/b.md)\n![](c.toml)\n![](d.toml)\n![](e.toml)\n',
      'deep/b.md': '![](../d.toml) ![](../c.toml)',
      'd.toml': `${context('outcome', 'first')}${context('refs', 'R')}`,
      'e.toml': `${context('outcome', 'last')}default = {a = 1}\n${context('extra', 'E')}default = "x"\n`,
    });
    expect(problems).toEqual([]);
    expect(deck?.contexts.map(({ name, assistantQuestion, file }) => [name, assistantQuestion, file])).toEqual([
      ['outcome', 'last', 'e.toml'],
      ['refs', 'R', 'd.toml'],
      ['fullConversation', 'Which one?', 'c.toml'],
      ['extra', 'E', 'e.toml'],
    ]);
    expect(deck?.contexts[0]?.default).toEqual({ a: 1 });
    expect(deck?.files).toEqual(['x.deck.md', 'deep/b.md', 'd.toml', 'c.toml', 'e.toml']);
  });

  it('win again if their file is included again later', () => {
    const { deck } = read({
      'x.deck.md': `A\n${include}\n![](d.toml)\n![](e.toml)\n![](d.toml)\n`,
      'd.toml': context('outcome', 'first'),
      'e.toml': context('outcome', 'second'),
    });
    expect(deck?.contexts.find(({ name }) => name === 'outcome')?.assistantQuestion).toBe('first');
  });

  it('warn if no sample provides them', () => {
    const sample = '[[samples]]\nmessages = [{ role = "user", content = "x" }]\n';
    const given = read({
      'x.deck.md': `A\n${include}\n![](d.toml)\n`,
      'd.toml': `${context('outcome', 'Q')}${sample}expected = { score = 1, outcome = "He is told." }\n`,
    });
    expect(given.problems).toEqual([]);
    const { problems } = read({
      'x.deck.md': `A\n${include}\n![](d.toml)\n`,
      'd.toml': context('outcome', 'Q') + sample,
    });
    expect(placesOf(problems)).toEqual(['d.toml:1:2 DECK_NOT_CALIBRATABLE']);
    expect(problems[0]?.severity).toBe('warning');
  });

  it('must show the conversation, with a hint what to write where', () => {
    const { problems } = read({ 'x.deck.md': 'A' });
    expect(placesOf(problems)).toEqual(['x.deck.md:1:1 DECK_NOT_A_GRADER']);
    expect(problems[0]?.hint).toBe(
      'Add ![contexts](x.deck.toml) to the deck, and write to x.deck.toml:\n  [contexts.fullConversation]\n  assistantQuestion = "Which conversation do I grade?"',
    );
    const withToml = read({ 'x.deck.md': 'A ![](d.toml)', 'd.toml': context('refs', 'R') });
    expect(withToml.problems[0]?.hint).toMatch(/^Add to d\.toml:\n {2}\[contexts\.fullConversation\]/);
  });

  it.each([
    ['fullConversatoin', 'Did you mean "fullConversation"?'],
    [
      'weather',
      'Give it a default, or use a context that Turnwise provides: fullConversation, userMessage, assistantResponse, outputFormat, expected, outcome, reference, question, guidelines, refs.',
    ],
  ])('are skipped with a warning if nothing provides them: %s', (name, hint) => {
    const { deck, problems } = read({ 'x.deck.md': `A\n![](d.toml)\n${include}`, 'd.toml': context(name, 'Q') });
    expect(deck?.contexts.map((one) => one.name)).toEqual(['fullConversation']);
    expect(placesOf(problems)).toEqual(['d.toml:1:2 DECK_UNKNOWN_CONTEXT']);
    expect(problems).toMatchObject([{ severity: 'warning', hint, message: expect.stringContaining(`"${name}"`) }]);
  });

  it('show only the last exchange if there is assistantResponse alone, with a warning', () => {
    const last = context('userMessage', 'U') + context('assistantResponse', 'A');
    const { deck, problems } = read({ 'x.deck.md': 'A\n![](d.toml)\n', 'd.toml': last });
    expect(deck?.contexts.map(({ name }) => name)).toEqual(['userMessage', 'assistantResponse']);
    expect(problems).toMatchObject([
      { severity: 'warning', code: 'DECK_LAST_EXCHANGE', message: expect.stringContaining('only the last exchange') },
    ]);
    expect(read({ 'x.deck.md': `A\n![](d.toml)\n${include}`, 'd.toml': last }).problems).toEqual([]);
    const asked = read({ 'x.deck.md': 'A\n![](d.toml)\n', 'd.toml': context('userMessage', 'U') });
    expect(placesOf(asked.problems)).toEqual(['x.deck.md:1:1 DECK_NOT_A_GRADER']);
  });

  it('say how to answer on the scale, unless the deck says it itself', () => {
    const files = { 'd.toml': context('outputFormat', 'O') };
    const { deck } = read({ 'x.deck.md': `+++\nscale = [1, 5]\n+++\nA\n![](d.toml)\n${include}`, ...files });
    expect(deck?.contexts[0]?.default).toContain('a whole number from 1 to 5');
    const own = { 'd.toml': `${context('outputFormat', 'O')}default = "As JSON."\n` };
    expect(read({ 'x.deck.md': `A\n![](d.toml)\n${include}`, ...own }).deck?.contexts[0]?.default).toBe('As JSON.');
  });

  it('may have their question under its older name, and keys of other tools', () => {
    const older = '[contexts.refs]\nquestion = "Which ones?"\nunits = "none"\n';
    const { deck, problems } = read({ 'x.deck.md': `A\n![](d.toml)\n${include}`, 'd.toml': older });
    expect(deck?.contexts[0]).toEqual({ name: 'refs', file: 'd.toml', assistantQuestion: 'Which ones?' });
    expect(problems).toMatchObject([
      { severity: 'warning', code: 'DECK_UNKNOWN_KEY', line: 3, message: 'Unknown key "units" in context "refs".' },
    ]);
    const both = '[contexts.refs]\nassistantQuestion = "New?"\nquestion = "Old?"\n';
    const newer = read({ 'x.deck.md': `A\n![](d.toml)\n${include}`, 'd.toml': both });
    expect(newer.deck?.contexts[0]?.assistantQuestion).toBe('New?');
    expect(newer.problems).toMatchObject([{ severity: 'warning', line: 3 }]);
  });

  it('may share a file with tables of other tools, which get one warning each', () => {
    const { deck, problems } = read({
      'x.deck.md': `+++\npass = 2\n[meta]\nversion = "1"\n[[tools]]\ntype = "function"\n+++\nA\n![](d.toml) ![](d.toml)\n${include}`,
      'd.toml': 'rounds = 3\n[meta]\nmodel = "m"\n[[messages]]\nexpected_score = 3\n',
    });
    expect(deck?.pass).toBe(2);
    expect(problems.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
      'warning Turnwise ignores [meta].',
      'warning Turnwise ignores [[tools]].',
      'warning Turnwise ignores "rounds".',
      'warning Turnwise ignores [meta].',
      'warning Turnwise ignores [[messages]].',
    ]);
  });

  const bad: readonly (readonly [string, string, string])[] = [
    ['[contexts.refs]\nassistentQuestion = "Q"\n', 'd.toml:2:1 DECK_UNKNOWN_KEY', 'Did you mean "assistantQuestion"?'],
    ['[contexts.refs]\nassistantQuestion = " "\n', 'd.toml:2:21 DECK_BAD_VALUE', ''],
    ['\ncontexts = 1\n', 'd.toml:2:12 DECK_BAD_VALUE', ''],
    ['contxts = 1\n', 'd.toml:1:1 DECK_UNKNOWN_KEY', 'Did you mean "contexts"?'],
    ['a = \n', 'd.toml:1:1 TOML_SYNTAX', ''],
    [' \n', 'd.toml:1:1 FILE_EMPTY', ''],
  ];
  it.each(bad)('%j are invalid at %s', (toml, wanted, hint) => {
    const { problems, deck } = read({ 'x.deck.md': `A\n![](d.toml)\n${include}`, 'd.toml': toml });
    expect(deck).toBeUndefined();
    expect(placesOf(problems)).toContain(wanted);
    if (hint !== '') expect(problems[0]?.hint).toBe(hint);
  });
});

describe('samples of a deck', () => {
  const sample = (id: string, score: number) =>
    `[samples.${id}]\nmessages = [{ role = "user", content = "Hi" }]\nscore = ${score}\n`;

  it('come from all included files in either form, once each', () => {
    const list = '[[samples]]\nid = "listed"\nmessages = [{ role = "user", content = "Hi" }]\n';
    const { deck, problems } = read({
      'x.deck.md': `A ![](s.toml) ![](b.md) ![](s.toml)\n${include}`,
      's.toml': sample('named', 2),
      'b.md': '![](t.toml)',
      't.toml': list,
    });
    expect(problems).toEqual([]);
    expect(deck?.samples.map(({ id, score }) => [id, score])).toEqual([
      ['named', 2],
      ['listed', undefined],
    ]);
  });

  it('are checked against the scale of the deck', () => {
    const { deck, problems, skipped } = read({
      'x.deck.md': `+++\nscale = [1, 5]\n+++\nA ![](s.toml)\n${include}`,
      's.toml': `${sample('a', 5)}${sample('b', -3)}`,
    });
    expect(deck?.samples.map(({ id }) => id)).toEqual(['a']);
    expect(skipped).toEqual([{ file: 's.toml', line: 6, id: 'b', reason: 'the score -3 is outside the scale 1…5' }]);
    expect(problems).toMatchObject([
      { severity: 'warning', code: 'SAMPLE_SKIPPED', file: 's.toml', line: 6, column: 9 },
    ]);
  });

  it('need unique ids across files', () => {
    const { problems } = read({
      'x.deck.md': `A ![](s.toml) ![](t.toml)\n${include}`,
      's.toml': sample('a', 1),
      't.toml': `\n${sample('a', 1)}`,
    });
    expect(placesOf(problems)).toEqual(['t.toml:2:1 SAMPLE_DUPLICATE_ID']);
    expect(problems[0]?.message).toBe('The id "a" is already used by the sample at s.toml:1.');
  });

  it('are an error if none is left, and each one is if strict', () => {
    const empty = '[[samples]]\nmessages = []\n';
    const { deck, problems } = read({ 'x.deck.md': `A ![](s.toml)\n${include}`, 's.toml': empty });
    expect(deck).toBeUndefined();
    expect(placesOf(problems)).toEqual(['s.toml:2:12 SAMPLE_SKIPPED', 's.toml:1:1 SAMPLES_NONE_VALID']);
    const strict = read({ 'x.deck.md': `A ![](s.toml)\n${include}`, 's.toml': sample('a', 9) + sample('b', 1) }, true);
    expect(strict.problems).toMatchObject([{ severity: 'error', code: 'SAMPLE_SKIPPED' }]);
  });
});

describe('old samples of a deck', () => {
  const old = '[[samples]]\nuserMessage = "a"\nassistantResponse = "b"\n';
  const files = { 'x.deck.md': `A ![](s.toml)\n${include}`, 's.toml': old };

  it('are skipped, and the deck is usable as a judge', () => {
    const { deck, problems, skipped } = read(files);
    expect(deck?.samples).toEqual([]);
    expect(skipped).toHaveLength(1);
    expect(placesOf(problems)).toEqual(['s.toml:2:15 SAMPLE_OLD_FORM', 's.toml:1:1 SAMPLES_NONE_VALID']);
    expect(problems.map(({ severity }) => severity)).toEqual(['warning', 'warning']);
  });

  it('are errors if strict', () => {
    const { deck, problems } = read(files, true);
    expect(deck).toBeUndefined();
    expect(problems.map(({ severity }) => severity)).toEqual(['error', 'error']);
  });
});

describe('an invalid deck', () => {
  it.each([
    ['nothing at all', ''],
    ['blank lines', '\n \n'],
    ['front matter only', '+++\n+++\n'],
    ['definitions only', include],
  ])('has %s', (_name, text) => {
    expect(placesOf(read({ 'x.deck.md': text }).problems)).toEqual(['x.deck.md:1:1 DECK_EMPTY']);
  });

  it.each([
    ['missing.deck.md', 'FILE_MISSING'],
    ['folder', 'FILE_NOT_A_FILE'],
    ['x.deck.toml', 'DECK_BAD_VALUE'],
    ['big.deck.md', 'DECK_TOO_BIG'],
  ])('%s throws a Fault', (path, code) => {
    const cwd = makeProject({ 'folder/a': '', 'x.deck.toml': contexts, 'big.deck.md': 'a'.repeat(5_000_000) });
    expect(() => readDeck(path, { cwd })).toThrow(expect.objectContaining({ name: 'Fault', code }));
  });
});

describe('any content of the files', { timeout: 30_000 }, () => {
  let cwd = '';
  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'turnwise-test-'));
  });
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  function expectOutcome(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    try {
      const { deck, problems } = readDeck('x.deck.md', { cwd });
      expect(deck !== undefined || problems.some(({ severity }) => severity === 'error')).toBe(true);
      for (const { line, column, file } of problems)
        expect(file !== undefined && Number(line) > 0 && Number(column) > 0).toBe(true);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }

  const deck = `+++\nscale = [1, 5]\npass = 3\n+++\n# Judge\n\n\`code\`\n\n![p](p.md)\n\n![c](c.toml)\n`;
  const part = 'Part\n\n~~~\n![x](no.md)\n~~~\n\n![c](c.toml)\n';
  const toml = `${contexts}type = "transcript"\n[samples.a]\nmessages = [{ role = "user", content = "Hi" }]\nscore = 2\n`;

  it('arbitrary text gives a deck, problems or a Fault', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    fc.assert(
      fc.property(text, text, text, (a, b, c) =>
        expectOutcome({ 'x.deck.md': `${a}${include}`, 'p.md': b, 'c.toml': c }),
      ),
    );
  });

  it('valid decks with a piece removed, doubled or replaced give a deck, problems or a Fault', () => {
    const edit = fc.record({
      name: fc.constantFrom('x.deck.md', 'p.md', 'c.toml'),
      at: fc.nat(200),
      length: fc.nat(30),
      piece: fc.oneof(
        fc.string(),
        fc.constantFrom('+++\n', '```', '`', '![', '](p.md)', '![](x.deck.md)', '\\', '[', '= nan', '\0'),
      ),
    });
    fc.assert(
      fc.property(edit, ({ name, at, length, piece }) => {
        const files = { 'x.deck.md': deck, 'p.md': part, 'c.toml': toml };
        const text = files[name as keyof typeof files]; // constantFrom contains exactly these keys
        expectOutcome({ ...files, [name]: text.slice(0, at) + piece + text.slice(at + length) });
      }),
      { numRuns: tries(100, 3_000) },
    );
  });
});
