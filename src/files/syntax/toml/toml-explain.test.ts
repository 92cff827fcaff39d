import { describe, expect, it } from 'vitest';
import { parseToml } from './parse-toml.ts';

function explain(text: string): readonly string[] {
  return parseToml({ text, file: 'f', reading: 'TOML' }).problems.map(
    ({ line, column, code, message, hint }) => `${line}:${column} ${code} ${message} ${hint}`,
  );
}

/** The text, and the problem without its code: place, message and hint. */
type Row = readonly [text: string, place: string, said: string];

describe('a TOML mistake', () => {
  const rows: readonly Row[] = [
    ['id = good\n', '1:6', 'A value cannot start with "g". Put text in quotes: id = "good"'],
    ['x = 1\r\nid = good\r\n', '2:6', 'A value cannot start with "g". Put text in quotes: id = "good"'],
    ['a = [good, bad]\n', '1:6', 'A value cannot start with "g". Put text in quotes: "good"'],
    ['a = { b = good }\n', '1:11', 'A value cannot start with "g". Put text in quotes: b = "good"'],
    ['a = True\n', '1:5', 'A value cannot start with "T". Write it in lowercase: a = true'],
    ['a = “x”\n', '1:5', 'A value cannot start with "“". Use straight quotes: a = "x"'],
    ['a = .5\n', '1:5', 'Expected a value, got ".". Write a 0 before the dot: a = 0.5'],
    ['a == 1\n', '1:4', 'Expected a value, got "=". Remove it.'],
    ['a = 12:3\n', '1:5', '"12:3" is not a number, a date or a time. Put text in quotes: a = "12:3"'],
    ['id = 5 apples\n', '1:8', 'Unexpected "a" after the value. Put text in quotes: id = "5 apples"'],
    ["id = 'it's me'\n", '1:10', 'Unexpected "s" after the value. Put text in quotes: id = "it\'s me"'],
    ['id = "say "hi""\n', '1:12', 'Unexpected "h" after the value. Put text in quotes: id = "say \\"hi\\""'],
    ['a = 1;\n', '1:6', 'Unexpected ";" after the value. Remove it.'],
    ['a = 1 // c\n', '1:7', 'Unexpected "/" after the value. Start a comment with #, not with //.'],
    ['a = 1 b = 2\n', '1:7', 'There are two keys on this line. Put the second one on its own line: b = 2'],
    ['m = { role: "user" }\n', '1:11', 'Expected "=", got ":". Write role = "user", not role: "user".'],
    ['[[m]]\nrole: "user"\n', '2:5', 'Expected "=", got ":". Write role = "user", not role: "user".'],
    ['role: user\n', '1:5', 'Expected "=", got ":". Write role = "user", not role: user.'],
    ['key\n', '1:1', 'The key "key" has no value. Write it on one line: key = "text"'],
    ['key =\nb = 1\n', '1:1', 'The key "key" has no value. Write it on one line: key = "text"'],
    ['a = { b }\n', '1:7', 'The key "b" has no value. Write it on one line: b = "text"'],
    ['key value\n', '1:5', '"=" is missing after the key. Write: key = "value"'],
    ['my key = 1\n', '1:4', 'A key that contains a space needs quotes. Put the key in quotes: "my key" = 1'],
    ['é = 1\n', '1:1', 'A key cannot contain "é" without quotes. Put the key in quotes: "é" = 1'],
    ['a = { é = 1 }\n', '1:7', 'A key cannot contain "é" without quotes. Put the key in quotes.'],
    ['[my table]\n', '1:5', 'A table name cannot contain a space without quotes. Put the name in quotes.'],
    ['a = [', '1:5', 'This [ is never closed. Close it with ]'],
    ['= 1\n', '1:1', 'Expected a key, got "=". Write a key before it, for example: key = 1'],
    [
      '{"a": 1}\n',
      '1:1',
      'Expected a key, got "{". This looks like JSON. Rename the file to .jsonl, or write TOML: a = 1',
    ],
    ['- a\n', '1:1', 'TOML lists do not use dashes. Write the list in brackets: key = ["a"]'],
    ['id = "open\nb = 1\n', '1:6', 'This quote is never closed. Close it: id = "open"'],
    ["id = 'open\n", '1:6', "This quote is never closed. Close it: id = 'open'"],
    ['id = """open\nb = 1\n', '1:6', 'This quote is never closed. Close it with """'],
    [
      'a = "a\nb"\n',
      '1:5',
      'Text in single or double quotes must be on one line. Use three quotes for text over several lines: """',
    ],
    [
      "a = ['a\n\nb c\nd']\n",
      '1:6',
      "Text in single or double quotes must be on one line. Use three quotes for text over several lines: '''",
    ],
    ['a = [\n  "b,\n  "c",\n]\n', '2:3', 'This quote is never closed. Close it with "'],
    ['a = [\n  { b = "c },\n]\n', '2:9', 'This quote is never closed. Close it with "'],
    ['a = [1, 2\nb = 3\n', '1:5', 'This [ is never closed. Close it: a = [1, 2]'],
    ['a = [1,\n\n[t]\nb = 1\n', '1:5', 'This [ is never closed. Close it with ]'],
    ['a = { x = 1\n', '1:5', 'This { is never closed. Close it: a = { x = 1 }'],
    ['a = [{ x = 1 ]\n', '1:6', 'This { is never closed. Close it with }'],
    ['[[samples]\n', '1:1', 'This [ is never closed. Close it: [[samples]]'],
    ['[samples\nx = 1\n', '1:1', 'This [ is never closed. Close it: [samples]'],
    ['a = [1 2]\n', '1:8', 'A comma is missing before "2". Put commas between the items.'],
    [
      'm = [{ a = "x" ~ }]\n',
      '1:16',
      'Unexpected "~". Put a comma between items, and write a quote inside text as \\".',
    ],
    [
      'm = { a = "say "hi"" }\n',
      '1:17',
      'Unexpected text after the closing quote. Write a quote inside the text as \\".',
    ],
    ["m = { a = 'it's me' }\n", '1:15', 'Unexpected text after the closing quote. Put the text in double quotes.'],
    ['a = [1,,2]\n', '1:8', 'Expected a value, got ",". Remove it.'],
    ['a = 1\na = 2\n', '2:1', 'The key "a" is defined twice. Remove one of them.'],
    ['a = 1\n"b c" = 2\n"b c" = 3\n', '3:1', 'The key "b c" is defined twice. Remove one of them.'],
    [
      '[t]\n[t]\n',
      '2:2',
      'The table "t" is defined twice. Remove one of them, or write every one as [[t]] to make a list.',
    ],
    [
      'id = "C:\\data"\n',
      '1:9',
      '"\\d" has no meaning inside double quotes. Use single quotes, or \\\\ for each backslash: id = \'C:\\data\'',
    ],
    [
      'a = "\\u12"\n',
      '1:6',
      '"\\u" needs four hex digits after it inside double quotes. Use single quotes, or \\\\ for each backslash: a = \'\\u12\'',
    ],
    ['a = 01\n', '1:5', 'A number cannot start with a 0. Remove the 0, or put text in quotes.'],
    ['a = 2020-13-45\n', '1:14', 'There is no such date. Write the date as 2025-12-31, or put text in quotes.'],
    ['# \u0001\n', '1:3', 'TOML does not allow this control character. Remove it.'],
    ['[]\n', '1:2', 'The brackets are empty. Add a name: [name]'],
    ['a..b = 1\n', '1:2', 'A dot in a key needs a name before and after it. Remove the dot, or put the key in quotes.'],
    [
      'a = "\\ud800"\n',
      '1:11',
      'Invalid code point d800. Check this line and the one above for a missing quote, bracket, comma or equals sign.',
    ],
  ];
  it.each(rows)('%j is explained at %s', (text, place, said) => {
    expect(explain(text)).toEqual([`${place} TOML_SYNTAX ${said}`]);
  });

  it('shows only a part of a long line', () => {
    const [said = ''] = explain(`id = ${'x'.repeat(5000)}`);
    expect(said).toMatch(/ Put text in quotes: id = "x{114}…"$/);
  });

  it('finishes on huge lines', () => {
    const wide = 1_000_000;
    const space = ' '.repeat(wide);
    const texts = [`${space}a b`, `a${space}b`, `a = ${space}x`, `a = [${',a = '.repeat(wide / 5)}`, `a = "${space}`];
    for (const text of texts) expect(explain(text)).toHaveLength(1);
  });
});
