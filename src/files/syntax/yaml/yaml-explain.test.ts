import { describe, expect, it } from 'vitest';
import { parseYaml } from './parse-yaml.ts';

function explain(text: string): readonly string[] {
  return parseYaml({ text, file: 'f', reading: 'YAML' }).problems.map(
    ({ line, column, code, message, hint }) => `${line}:${column} ${code} ${message} ${hint}`,
  );
}

/** The text, and the problem: place, code, message and hint. */
type Row = readonly [text: string, said: string];

const list = 'messages:\n  - role: user\n    content: hi\n';

describe('a YAML line in the wrong column', () => {
  const rows: readonly Row[] = [
    [
      'cases:\n  - id: a\n   input: x\n',
      '3:4 YAML_SYNTAX This line is indented by three spaces, which matches no line above it. Indent it by four spaces, to line up under "id".',
    ],
    [
      'cases:\r\n  - id: a\r\n   input: x\r\n',
      '3:4 YAML_SYNTAX This line is indented by three spaces, which matches no line above it. Indent it by four spaces, to line up under "id".',
    ],
    [
      'cases:\n  - id: a\n     input: x\n',
      '3:6 YAML_SYNTAX This line is indented by five spaces, which matches no line above it. Indent it by four spaces, to line up under "id".',
    ],
    [
      'cases:\n  - id: a\n input: x\n',
      '3:2 YAML_SYNTAX This line is indented by one space, which matches no line above it. Indent it by four spaces, to line up under "id", or by no spaces, to line up under "cases".',
    ],
    [
      'cases:\n  - id: a\n  input: x\n',
      '3:3 YAML_SYNTAX This line starts in the column of the list items above, but has no dash. Indent it by four spaces, to line up under "id".',
    ],
    [
      'a: |\n  Note: text\n\n# comment\n b: 1\n',
      '5:2 YAML_SYNTAX This line is indented by one space, which matches no line above it. Indent it by no spaces, to line up under "a".',
    ],
    [
      `${list}   - role: user\n`,
      '4:4 YAML_SYNTAX This list item is indented by three spaces, which matches no list above it. Indent it by two spaces, to line up under the dash above.',
    ],
    [
      'cases:\n  - id: a\n    messages:\n   - role: user\n',
      '4:4 YAML_SYNTAX This list item is indented by three spaces, which matches no list above it. Indent it by six spaces, to line up under "messages", or by two spaces, to line up under the dash above.',
    ],
    [
      'a: 1\n- b\n',
      '2:1 YAML_SYNTAX Expected a key, got a list item. Put the list under a key that has no other value, indented by two spaces.',
    ],
    [
      'cases:\n  - id: a\n    outcome: |\n      text\n    input_messages:\n      - role: system\n       content: x',
      '7:8 YAML_SYNTAX This line is indented by seven spaces, which matches no line above it. Indent it by eight spaces, to line up under "role".',
    ],
    ['id: a\n  \tb: c\n', '2:1 YAML_TAB A tab is used for indentation, which YAML does not allow. Use spaces.'],
  ];
  it.each(rows)('%j is explained', (text, said) => {
    expect(explain(text)).toEqual([said]);
  });
});

describe('a YAML line that is neither a key nor a list item', () => {
  const rows: readonly (readonly [text: string, place: string, spaces: string])[] = [
    ['a: two words\njust text\nb: 2\n', '2:1', 'two'],
    ['a: 1\nJust text\nb: 2\n', '2:1', 'two'],
    ['- content:\n  just text\n', '2:3', 'four'],
    ['- content: first line\nsecond line\n', '2:1', 'four'],
    ['a:\n  - content: first line\n  second line\n', '3:3', 'six'],
    ['a:\n  - content: first line\n    second line\n    b: x\n', '3:5', 'six'],
  ];
  it.each(rows)('%j may be a key at %s, or text to indent by %s spaces', (text, place, spaces) => {
    const hint = `If it continues the line above, indent it by ${spaces} spaces, or write | after the key and the text below it.`;
    const said = `This line is neither "key: value" nor a list item. Write it as key: value. ${hint}`;
    expect(explain(text)).toEqual([`${place} YAML_SYNTAX ${said}`]);
  });
});

describe('a YAML line with a missing character', () => {
  const rows: readonly Row[] = [
    [
      `${list}  role: assistant\n  content: ho\n`,
      '4:3 YAML_SYNTAX This line starts in the column of the list items above, but has no dash. Start it with a dash: - role: assistant',
    ],
    [
      '- id: a\n  input: x\nid: b\n',
      '3:1 YAML_SYNTAX This line starts in the column of the list items above, but has no dash. Start it with a dash: - id: b',
    ],
    [
      `${list}    role: assistant\n`,
      '4:5 YAML_DUPLICATE_KEY The key "role" appears twice in one mapping. Remove one of them, or start a new list item with a dash: - role',
    ],
    [
      'messages:\n  -role: user\n    content: hi\n',
      '2:3 YAML_SYNTAX A space is missing after the dash. Put a space after the dash: - role: user',
    ],
    [
      `${list}  -role: user\n    content: hi\n`,
      '4:3 YAML_SYNTAX A space is missing after the dash. Put a space after the dash: - role: user',
    ],
    [
      'm:\n  -role: user\n  -role: user\n',
      '3:3 YAML_DUPLICATE_KEY The key "-role" appears twice in one mapping. Put a space after the dash: - role',
    ],
    [
      'messages:\n  - role:user\n    content: hi\n',
      '2:5 YAML_SYNTAX A space is missing after the colon. Put a space after the colon: - role: user',
    ],
    [
      'messages:\n  - role: user\n    content:hi\n',
      '3:5 YAML_SYNTAX A space is missing after the colon. Put a space after the colon: content: hi',
    ],
    [
      'cases:\n  - id: a\n    input_messages:\n      - role user\n        content: x',
      '4:9 YAML_SYNTAX A colon is missing. Put a colon after the key: - role: user',
    ],
    [
      'cases:\n  - id: a\n    outcome The desk helps.\n      Politely.\n    tags: [x]\n',
      '3:5 YAML_SYNTAX A colon is missing. Put a colon after the key: outcome: The desk helps.',
    ],
    [
      'cases:\n  - id: a\n    outcome The desk helps.\n  - id: b\n',
      '3:5 YAML_SYNTAX A colon is missing. Put a colon after the key: outcome: The desk helps.',
    ],
    [
      'cases:\n  - input: x\n    id second\n    tags: [x]\n',
      '3:5 YAML_SYNTAX A colon is missing. Put a colon after the key: id: second',
    ],
    [
      'cases:\n  - id: a\n    input_messages\n      - role: user\n',
      '3:5 YAML_SYNTAX A colon is missing. Put a colon after the key: input_messages:',
    ],
  ];
  it.each(rows)('%j is explained', (text, said) => {
    expect(explain(text)).toEqual([said]);
  });
});

describe('a YAML value that needs quotes', () => {
  const rows: readonly Row[] = [
    [
      "a: 'it's me'",
      '1:4 YAML_NEEDS_QUOTES Unexpected text after the closing quote. Put the value in quotes: a: "it\'s me"',
    ],
    [
      'a: "say "hi""',
      '1:4 YAML_NEEDS_QUOTES Unexpected text after the closing quote. Put the value in quotes: a: "say \\"hi\\""',
    ],
    [
      'a: b: c',
      '1:4 YAML_NEEDS_QUOTES The value contains ": ", which starts a mapping in YAML. Put the value in quotes: a: "b: c"',
    ],
    [
      'a: Hello.\n  Please note: this\n',
      '1:4 YAML_NEEDS_QUOTES The text has several lines and contains ": ". Write | after the key, and the text on the lines below it, indented by two spaces.',
    ],
    [
      'a: [@x, y]',
      '1:5 YAML_NEEDS_QUOTES The value starts with "@", which is special in YAML. Put the value in quotes: "@x"',
    ],
  ];
  it.each(rows)('%j is explained', (text, said) => {
    expect(explain(text)).toEqual([said]);
  });

  const values = ['*important* stuff', '* item', '[code] please', '{x} y', '@bob hi', '`x`', '%x', '!x y', '>x', ']'];
  it.each(values)('%j is shown in quotes', (value) => {
    const said = `YAML_NEEDS_QUOTES The value starts with "${value[0]}", which is special in YAML.`;
    expect(explain(`x: 1\na: ${value}\nb: 1\n`)).toEqual([`2:4 ${said} Put the value in quotes: a: "${value}"`]);
    expect(explain(`- x\n- ${value}\n`)).toEqual([`2:3 ${said} Put the value in quotes: - "${value}"`]);
  });

  it('may start with an anchor, and with a standard YAML tag', () => {
    expect(explain('a: &x y\nb: *x\nc: !!str 1\nd: &unused text\n')).toEqual([]);
  });
});

describe('YAML quotes, brackets and blocks', () => {
  const rows: readonly Row[] = [
    ['x: 1\na: "never\nb: 2\n', '2:4 YAML_SYNTAX This quote is never closed. Close it: a: "never"'],
    ["a: 'never\nb: 'x'\n", "1:4 YAML_SYNTAX This quote is never closed. Close it: a: 'never'"],
    [
      'content: "hello\nworld"\n',
      '1:10 YAML_SYNTAX The lines of a quoted text must be indented. Indent the next line, or write | after the key and the text below it.',
    ],
    [
      'a:\n  - content: "hello\n\n  big world\n  "\n',
      '2:14 YAML_SYNTAX The lines of a quoted text must be indented. Indent the next line, or write | after the key and the text below it.',
    ],
    ["a: ['x, y]\nb: 1\n", "1:5 YAML_SYNTAX This quote is never closed. Close it with '"],
    [
      'a: [1, 2\nb: 3\n',
      '1:4 YAML_SYNTAX This [ is never closed. If it is text, put it in quotes. Otherwise, close it: a: [1, 2]',
    ],
    ['a: [1, {b: 2]\n', '1:8 YAML_SYNTAX This { is never closed. Close it with }'],
    ['{"a": 1,\n', '1:1 YAML_SYNTAX This { is never closed. Close it with }'],
    [
      'b: [\n1,\n2\n]\n',
      '1:4 YAML_SYNTAX The lines between this [ and its ] are not indented. Indent them, and the ], by two spaces.',
    ],
    ['a: [1]]\n', '1:7 YAML_SYNTAX This ] closes nothing. Remove it, or put text in quotes: a: "[1]]"'],
    ['a:\n  - id: [\n    b:\n      - c\n', '2:9 YAML_SYNTAX This [ is never closed. Close it with ]'],
    ['a: [1]# c\n', '1:7 YAML_SYNTAX A comment needs a space before its #. Put a space before the #.'],
    ['a: [1,,2]\n', '1:7 YAML_SYNTAX There is an extra comma inside [ ]. Remove it.'],
    [
      'a: {x: 1 y: 2}\n',
      "1:8 YAML_SYNTAX A comma is missing inside { }, or text there needs quotes. Put commas between the items, and quotes around text that contains a character such as : or '.",
    ],
    [
      'a: "C:\\data"\n',
      '1:7 YAML_SYNTAX "\\d" has no meaning inside double quotes. Use single quotes, or \\\\ for each backslash: a: \'C:\\data\'',
    ],
    [
      'a: "it\'s C:\\data"\n',
      '1:12 YAML_SYNTAX "\\d" has no meaning inside double quotes. Use single quotes, or \\\\ for each backslash: a: "it\'s C:\\\\data"',
    ],
    [
      'a: "\\u12"\n',
      '1:5 YAML_SYNTAX "\\u" needs four hex digits after it inside double quotes. Use single quotes, or \\\\ for each backslash: a: \'\\u12\'',
    ],
    [
      'a: "\\x1"\n',
      '1:5 YAML_SYNTAX "\\x" needs two hex digits after it inside double quotes. Use single quotes, or \\\\ for each backslash: a: \'\\x1\'',
    ],
    [
      'a: |\ntext here\nb: 1\n',
      '2:1 YAML_SYNTAX The text under the | is not indented far enough. Indent the text under the | by two spaces.',
    ],
    [
      'a:\n  - content: >\n  text here\n',
      '3:3 YAML_SYNTAX The text under the > is not indented far enough. Indent the text under the > by four spaces.',
    ],
    [
      'a: |\n    x\n  y\nb: 1\n',
      '3:3 YAML_SYNTAX The text under the | is not indented like its first line. Indent the text under the | by two spaces.',
    ],
    [
      'a: |\n     \n  text\nb: 1\n',
      '2:1 YAML_SYNTAX This empty line has more spaces than the text below it. Remove the spaces on it.',
    ],
    [
      'a: >\n\n     \n  # heading\n  Note: text\n',
      '3:1 YAML_SYNTAX This empty line has more spaces than the text below it. Remove the spaces on it.',
    ],
    [
      'a: |\n    # heading\n  text\nb: 1\n',
      '3:3 YAML_SYNTAX The text under the | is not indented like its first line. Indent the text under the | by two spaces.',
    ],
    [
      'a: | text\n  more\n',
      '1:4 YAML_SYNTAX The text must start on the line after the |. Move the text to the next line, and leave only: a: |',
    ],
    [
      'a: - b\n',
      '1:4 YAML_SYNTAX A list cannot start on the line of its key. Put the item on the next line, or text in quotes: a: "- b"',
    ],
    [
      'a: 1\n@b: 2\n',
      '2:1 YAML_NEEDS_QUOTES The line starts with "@", which is special in YAML. Put the text that starts with @ in quotes.',
    ],
    [
      '%x\n',
      '1:1 YAML_SYNTAX A line that starts with % is a YAML directive, not text. Remove the line, or make it a comment: start it with #.',
    ],
    [
      '{a: 1}\nb: 2\n',
      '2:1 YAML_SYNTAX The data above this line is already complete. Check this line and the one above for wrong indentation, a missing dash, or a value that needs quotes.',
    ],
    [
      'a: *important*\n',
      '1:4 YAML_BAD_ALIAS The alias "*important*" has no anchor before it. If it is text, put it in quotes: "*important*"',
    ],
  ];
  it.each(rows)('%j is explained', (text, said) => {
    expect(explain(text)).toEqual([said]);
  });
});

describe('explaining YAML', () => {
  it('shows only a part of a long line', () => {
    const [said = ''] = explain(`a: Here: ${'x'.repeat(5000)}`);
    expect(said).toMatch(/^1:4 YAML_NEEDS_QUOTES .* Put the value in quotes: a: "Here: x{110}…"$/);
  });

  it('finishes on huge lines and on many lines', () => {
    const wide = 1_000_000;
    const texts = [
      `a: "${' '.repeat(wide)}`,
      `a: b${' '.repeat(wide)}: c`,
      `a: ${'['.repeat(50)}${'- '.repeat(wide / 2)}`,
      `a: x\n${`${'y '.repeat(900)}\n`.repeat(1000)} b: 1\n`,
      `a:\n  - b: 1\n${'\n# c'.repeat(wide / 4)}\n c: 1\n`,
    ];
    for (const text of texts) expect(explain(text)).toHaveLength(1);
  });
});
