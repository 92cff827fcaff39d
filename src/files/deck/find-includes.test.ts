import { describe, expect, it } from 'vitest';
import { listIncludes } from './find-includes.ts';

function pathsIn(text: string): readonly string[] {
  return listIncludes(text).map(({ written }) => written);
}

describe('listIncludes', () => {
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    ['an include on its own line', 'a\n![b](c.md)\n', ['c.md']],
    ['several on one line', '![](a.md) ![](b.toml)![](c.png)', ['a.md', 'b.toml', 'c.png']],
    ['a text with brackets', '![see [1] and ![x]](a.md)', ['a.md']],
    ['a path with parentheses', '![x](a(1).md) b)', ['a(1).md']],
    ['a path with spaces', '![x](a b.md)', ['a b.md']],
    ['a path in angle brackets, and a title', '![x](<a b.md> "Title")', ['a b.md']],
    ['a title in single quotes', "![x]( a.md  'T' )", ['a.md']],
    ['no path', '![x]()', ['']],
    ['a plain link', '[x](a.md)', []],
    ['a link around an image', '[![x](a.md)](b.md)', ['a.md']],
    ['an escaped sign', '\\![x](a.md) !\\[x](a.md) ![x\\](a.md)', []],
    ['an escaped backslash before it', '\\\\![x](a.md)', ['a.md']],
    ['a text over two lines', '![x\ny](a.md)', []],
    ['a path over two lines', '![x](a\n.md)', []],
    ['a reference', '![x][y]\n\n[y]: a.md', []],
    ['a fence', '```\n![x](a.md)\n```\n![x](b.md)', ['b.md']],
    ['a fence with a language', '```md\n![x](a.md)\n```\n![x](b.md)', ['b.md']],
    ['a fence of tildes', '~~~ `x`\n![x](a.md)\n```\n![x](b.md)\n~~~\n![x](c.md)', ['c.md']],
    ['a longer fence around a shorter one', '````\n```\n![x](a.md)\n```\n![x](b.md)\n````\n![x](c.md)', ['c.md']],
    ['a fence closed by a longer one', '```\n![x](a.md)\n`````\n![x](b.md)', ['b.md']],
    ['a fence that is not closed by one with text', '```\n``` no\n![x](a.md)', []],
    ['a fence that is never closed', '![x](a.md)\n```\n![x](b.md)', ['a.md']],
    ['an indented fence', '- list\n\n      ```\n      ![x](a.md)\n      ```\n![x](b.md)', ['b.md']],
    ['a fence behind a list sign', '- ```\n  ![x](a.md)\n  ```\n1. ~~~\n   ![x](b.md)\n   ~~~\n![x](c.md)', ['c.md']],
    ['a fence in a quote', '> ```\n> ![x](a.md)\n> ```\n![x](b.md)', ['b.md']],
    ['a fence with CRLF', '```\r\n![x](a.md)\r\n```\r\n![x](b.md)', ['b.md']],
    ['no fence: backticks behind backticks', '``` a ``` ![x](a.md)', ['a.md']],
    ['a code span', '`![x](a.md)` ![x](b.md)', ['b.md']],
    ['a code span of two backticks', '`` ` ![x](a.md) `` ![x](b.md)', ['b.md']],
    ['a code span over two lines', '`a\n![x](a.md)` ![x](b.md)', ['b.md']],
    ['a backtick nobody closes', '`a ![x](a.md)', ['a.md']],
    ['a backtick closed only in another paragraph', '`a\n\n![x](a.md)`', ['a.md']],
    ['an escaped backtick', '\\`![x](a.md)`', ['a.md']],
    ['a backtick before a fence', '`\n```\n![x](a.md)\n```\n![x](b.md) `', ['b.md']],
  ];
  it.each(rows)('recognizes %s', (_name, text, wanted) => {
    expect(pathsIn(text)).toEqual(wanted);
  });

  it('reports the place of each one', () => {
    expect(listIncludes('a\n `x` ![b](c.md)![d](e.md)\n\n![f](g.md)')).toEqual([
      { start: 7, end: 17, written: 'c.md', line: 1, column: 6 },
      { start: 17, end: 27, written: 'e.md', line: 1, column: 16 },
      { start: 29, end: 39, written: 'g.md', line: 3, column: 1 },
    ]);
  });

  it.each([
    ['open images', '![!['],
    ['open paths', '![]('],
    ['brackets', '[![x]'],
    ['backticks', '`a``'],
    ['quotes', '![x](" " '],
    ['backslashes', '\\'],
    ['list signs', '- 1. > '],
  ])('stays fast on a text full of %s', (_name, piece) => {
    expect(pathsIn(piece.repeat(50_000))).toEqual([]);
  });
});
