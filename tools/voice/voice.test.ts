import { describe, expect, it } from 'vitest';
import { checkComments, checkFile, listCommentedPaths, listVoicePaths } from '../check-voice.ts';
import { type Allowed, allowed, sift } from './allowed.ts';
import { listCommentTexts } from './comment-texts.ts';
import { findViolations } from './find-violations.ts';
import { listMarkdownTexts, listTomlTexts } from './page-texts.ts';
import { countProse, listProseFaults } from './prose-statistics.ts';
import { listSourceTexts } from './source-strings.ts';
import type { TextKind } from './text.ts';

function wordsIn(text: string, kind: TextKind = 'error'): string[] {
  return findViolations([{ path: 'a.ts', line: 1, text, kind }]).map(({ word }) => word);
}

describe('the words', () => {
  it.each([
    ['Mend the path.', 'mend'],
    ['Record it anew.', 'anew'],
    ['Somebody else has it.', 'somebody'],
    ['It goes on with the run.', 'go on'],
    ['A key stands twice.', 'stands'],
    ['The text holds a colon.', 'holds'],
    ['A change is told.', 'is told'],
    ['It tells what changed.', 'tells'],
    ['stop after so many calls', 'so many'],
    ['This is no tag.', 'is no'],
    ['Write one case a line.', 'a line (per line)'],
    ['ask again, also what was asked', 'also when'],
    ['It passes 12 % of them.', '12 %'],
    ['It passes ⟨⟩ %', '12 %'],
    ['The behaviour of it.', 'British -our'],
    ['It is in the store.', 'the store'],
    ['Name it with --store.', '--store'],
    ['Type: turnwise run', 'Type: turnwise'],
    ['One thing; another thing.', ';'],
    ['turnwise show a.eval.yaml', 'show <file>'],
    ['Cases are told apart by id.', 'told apart'],
    ['The holder lets go.', 'holder'],
    ['The holder lets go.', 'let go'],
    ['What the judge says of it.', 'says of'],
    ['The draft is gone.', 'is gone'],
    ['It is beside the deck.', 'beside'],
    ['Samples put to the judge.', 'put to'],
    ['--a does not go with --b.', 'does not go with'],
    ['The limit has to be from 0 to 1.', 'has to be'],
    ['It may not be empty.', 'may not'],
    ['It does not exist any more.', 'any more'],
    ['A scale has 1000 steps at most.', '1 step at most'],
    ['Write one rating per row, such as: a,ann,2', 'such as:'],
    ['It has 300 000 cases.', '300 000'],
    ['The 90 % interval is wide.', '95% interval'],
    ['Type: npm test', 'Type: turnwise'],
    ['The unlabelled ones.', 'unlabelled'],
    ['It imports them all the same.', 'all the same'],
    ['Every further judge needs more evidence.', 'further judge'],
    ['Deleted "a" for good.', 'for good'],
    ['The result in words.', 'in words'],
    ['A call belongs to no conversation.', 'belongs to no'],
    ['A miss is the error ⟨⟩.', 'is the error `'],
    ['A target plays to its end.', 'to its end'],
    ['Your agent takes long to start.', 'takes long to'],
    ['A case comes out differently.', 'comes out differently'],
    ['What a user sees who tries k times.', 'who tries'],
  ])('%s', (text, word) => {
    expect(wordsIn(text)).toContain(word);
  });

  it.each([
    'There is no file "a.yaml".',
    'It is no longer there.',
    'Turnwise tells you which judge to trust.',
    'The limit is 12% of the cases.',
    'You understand it.',
    'Use --retry-errors, --fail-on-regression and --db.',
    'turnwise show run-1',
    'Write one case per line.',
    'Recommended for everyone.',
    '`…` stands for the parts that are left out.',
    'The bound holds at every look.',
    'turnwise preview a.eval.yaml --question',
    'It must be above 0 and at most 1.',
    'the human scores are all the same',
    'The share of passes for good replies.',
    'The text is in the error message.',
    'It plays further turns from the start to the end.',
    'Are there any more cases?',
    'Run 20260101 000 ended.',
    'You can name anyone.',
  ])('lets pass: %s', (text) => {
    expect(wordsIn(text)).toEqual([]);
  });

  it('allow semicolons where sentences are long, and old names nowhere', () => {
    expect(wordsIn('One thing; another thing.', 'prose')).toEqual([]);
    expect(wordsIn('turnwise runs --store x', 'code')).toEqual(['--store']);
    expect(wordsIn('it stands here', 'code')).toEqual([]);
    expect(wordsIn('The history has to be good.', 'prose')).toEqual([]);
  });
});

describe('a source file', () => {
  const listWords = (path: string, source: string) =>
    checkFile(path, source).map(({ line, word }) => `${line} ${word}`);

  it.each([
    ['a string', 'src/a.ts', `const text = 'A key stands twice.';`, ['1 stands']],
    ['a template', 'src/a.ts', 'const text = `The key ${key} stands twice.`;', ['1 stands']],
    ['a comment', 'src/a.ts', `// A key stands twice.\n/** It stands here. */\nexport const a = 1;`, []],
    ['a JSX text', 'web/a.tsx', 'export const a = <p>\n  A key stands twice.\n</p>;', ['2 stands']],
    ['a label', 'web/a.tsx', `export const a = <B label="Nobody has it" className="dear one" />;`, ['1 nobody']],
    ['a semicolon in help', 'src/a.ts', `program.option('-a', 'do this; then that');`, ['1 ;']],
    [
      'a semicolon in a fault',
      'src/a.ts',
      `throw new Fault({ code: 'A_B', message: 'It broke; got that.' });`,
      ['1 ;'],
    ],
    ['a semicolon in a hint', 'src/a.ts', `const problem = { hint: 'Do this; or that.' };`, ['1 ;']],
    ['a semicolon in a described key', 'src/a.ts', `z.string().describe('A name; absent: none.');`, ['1 ;']],
    ['a semicolon in other strings', 'src/a.ts', `const type = 'text/html; charset=utf-8';`, []],
  ])('is checked in %s', (_what, path, source, words) => {
    expect(listWords(path, source)).toEqual(words);
  });
});

describe('strings of a source file', () => {
  it('are literals, templates and JSX texts, without imports, types, keys and comments', () => {
    const source = `
import { x } from 'some module here';
// A comment that stands alone.
type Word = 'one two';
const keys = { 'a key here': 'its value here' };
export const page = <p className="flex grow" title="Open it now">Save {\`all \${x} of them\`}</p>;
`;
    expect(listSourceTexts('web/a.tsx', source)).toEqual([
      { path: 'web/a.tsx', line: 5, text: 'its value here', kind: 'ui' },
      { path: 'web/a.tsx', line: 6, text: 'Open it now', kind: 'ui' },
      { path: 'web/a.tsx', line: 6, text: 'Save ', kind: 'ui' },
      { path: 'web/a.tsx', line: 6, text: 'all ⟨⟩ of them', kind: 'ui' },
    ]);
  });

  it('know help, errors and other strings apart', () => {
    const source = `
program.option('--a <b>', 'stop after n calls');
const message = \`There is no \${file} here.\`;
throw usageFault('The name is bad.', hint);
z.string().describe('Name of the file.');
const id = 'word';
const rows = sql('select a from b where c');
`;
    const kinds = listSourceTexts('src/a.ts', source).map(({ text, kind }) => [kind, text]);
    expect(kinds).toEqual([
      ['help', '--a <b>'],
      ['help', 'stop after n calls'],
      ['error', 'There is no ⟨⟩ here.'],
      ['error', 'The name is bad.'],
      ['help', 'Name of the file.'],
    ]);
  });
});

describe('comments and test titles', () => {
  const source = `/**
 * A key stands
 * \`that stands here\` twice.
 */
const text = 'It is mended'; // It goes
// on. See https://example.com/mend.

// biome-ignore lint: it holds
describe('the key', () => {
  it.each([['told']])('is told %s', () => {});
  it.skipIf(x)(\`holds \${n} of them\`, () => {});
  check('It is mended', 'anew');
});
`;

  it('are read with their line, without code spans, addresses, directives and strings', () => {
    expect(listCommentTexts('src/a.test.ts', source).map(({ line, kind, text }) => [line, kind, text.trim()])).toEqual([
      [1, 'comment', 'A key stands\n⟨⟩ twice.'],
      [5, 'comment', 'It goes\non. See ⟨⟩'],
      [9, 'title', 'the key'],
      [10, 'title', 'is told %s'],
      [11, 'title', 'holds ⟨⟩ of them'],
    ]);
    expect(checkComments('src/a.test.ts', source).map(({ line, word }) => `${line} ${word}`)).toEqual([
      '2 stands',
      '5 go on',
      '10 is told',
      '11 holds',
    ]);
  });

  it('are not read in generated files', () => {
    expect(listCommentTexts('src/a.ts', '// @generated by x\n// It holds.\n')).toEqual([]);
  });

  it.each([
    ['Who asks later gets the same one.', 'Who …'],
    ['The same of counted pairs.', 'The same of …'],
    ['It waits until the code is there.', 'is there'],
    ['Sends now what waits for its time.', 'what waits'],
    ['The run was passed what it told.', 'told'],
    ['Rows that stand first.', 'stand'],
    ['Files that hold it.', 'hold'],
    ['They write what came of it.', 'what came of'],
    ['A beat is a group of nothing.', 'beat'],
    ['You cannot tell them apart.', 'cannot tell'],
  ])('have words of their own: %s', (text, word) => {
    expect([wordsIn(text, 'comment'), wordsIn(text, 'title'), wordsIn(text)]).toEqual([[word], [word], []]);
  });

  it('are comments alone if only a comment begins with the words', () => {
    expect(wordsIn('Of each pair: its scores.', 'comment')).toEqual(['Of each …']);
    expect(wordsIn('of a project are checked', 'title')).toEqual([]);
  });

  it.each([
    'Whose turn it is, and whether there is one.',
    'A unit that can stand for two.',
    'The store keeps what the user sees as a database.',
    'Who owns it? The lease says so.',
  ])('may say: %s', (text) => {
    expect(wordsIn(text, 'comment')).toEqual([]);
  });

  it('are read in every source file, tests included', () => {
    const paths = listCommentedPaths('.', []);
    for (const folder of ['src/', 'web/src/', 'test/e2e/', 'tools/', 'bench/'])
      expect(paths.filter((path) => path.startsWith(folder))).not.toEqual([]);
    expect(paths).toContain('tools/voice/voice.test.ts');
    expect(paths.filter((path) => path.includes('node_modules'))).toEqual([]);
  });
});

it('reads comments and strings of a TOML file', () => {
  const source = `# A key stands
# twice. "Not a string"
id = "one-word"
reason = "It holds # it" # told
messages = [{ role = "user", content = "Mend it" }]
text = """
Over
lines, anew.
"""
`;
  expect(listTomlTexts('a.toml', source)).toEqual([
    { path: 'a.toml', line: 1, text: ' A key stands\n twice. "Not a string"', kind: 'prose' },
    { path: 'a.toml', line: 4, text: 'It holds # it', kind: 'prose' },
    { path: 'a.toml', line: 5, text: 'Mend it', kind: 'prose' },
    { path: 'a.toml', line: 6, text: '\nOver\nlines, anew.\n', kind: 'prose' },
  ]);
  expect(checkFile('examples/a.toml', source).map(({ line, word }) => `${line} ${word}`)).toEqual([
    '1 stands',
    '4 holds',
    '5 mend',
    '8 anew',
  ]);
});

describe('a Markdown page', () => {
  const page = `# Title

A paragraph that is
told over two lines, with \`code that stands\` and \`--store\` in it.

- A [link](that-stands.md) and an item.

\`\`\`console
$ turnwise runs --store x
\`\`\`
`;

  it('is paragraphs without code and addresses, and code in spans and blocks', () => {
    expect(checkFile('docs/a.md', page).map(({ line, word }) => `${line} ${word}`)).toEqual([
      '3 is told',
      '4 --store',
      '9 --store',
    ]);
    const kinds = listMarkdownTexts('docs/a.md', page).map(({ kind }) => kind);
    expect(kinds).toEqual(['prose', 'prose', 'code', 'code', 'prose', 'code']);
  });

  it('is not read when it is generated', () => {
    expect(listMarkdownTexts('docs/a.md', `<!-- Generated by x -->\n${page}`)).toEqual([]);
  });

  it('is counted by its prose', () => {
    const text = '# You\n\nYou see your run; it passed. It did.\n\n| you | ; |\n\n```\nyou; you\n```\n';
    expect(countProse(text)).toEqual({ words: 8, sentences: 2, semicolons: 1, you: 2 });
    expect(listProseFaults({ words: 1000, sentences: 70, semicolons: 3, you: 11 })).toHaveLength(2);
    expect(listProseFaults({ words: 1000, sentences: 70, semicolons: 2, you: 12 })).toEqual([]);
  });
});

describe('the allow-list', () => {
  it('takes violations out by file or folder and word, and names entries without use', () => {
    const found = findViolations([{ path: 'docs/a.md', line: 1, text: 'It stands and holds.', kind: 'prose' }]);
    const entries: Allowed[] = [
      { path: 'docs/', word: 'stands', reason: 'a reason' },
      { path: 'docs/b.md', word: '*', reason: 'a reason' },
    ];
    const { violations, unused } = sift(found, entries);
    expect(violations.map(({ word }) => word)).toEqual(['holds']);
    expect(unused).toEqual([entries[1]]);
  });

  it('has a reason for each entry', () => {
    expect(allowed.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });
});

it('reads what people read, and no tests, steps of migrations or generated scripts', () => {
  const paths = listVoicePaths('.', []);
  for (const path of [
    'src/base/fault-codes.ts',
    'src/store/migrations/migrate.ts',
    'README.md',
    'docs/index.md',
    'tools/reference/templates/cli.md',
  ])
    expect(paths).toContain(path);
  for (const folder of ['src/', 'web/', 'docs/', 'examples/', 'tools/'])
    expect(paths.filter((path) => path.startsWith(folder))).not.toEqual([]);
  expect(paths.filter((path) => /\.test\.|\/migrations\/\d{4}-|page-script|node_modules/.test(path))).toEqual([]);
  expect(listVoicePaths('.', ['./src/base/']).every((path) => path.startsWith('src/base/'))).toBe(true);
});
