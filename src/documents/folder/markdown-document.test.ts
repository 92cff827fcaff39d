import { describe, expect, it } from 'vitest';
import { toMarkdownDocument } from './markdown-document.ts';

const textOf = (markdown: string) => toMarkdownDocument(markdown).blocks.map(({ text }) => text);

describe('toMarkdownDocument', () => {
  it('reads front matter, headings and paragraphs', () => {
    const markdown = `---\r\ntitle: "Returns: how"\r\ntags: [a]\r\nurl: https://docs.example.com/returns\r\n---\r\n
# Returns #
Within **14** days, see [the list](./list.md "x").
Second line.

By post
-------
> Pack \`it\` &amp; send it. ![a box](box.png)

\`\`\`sh
# not a heading
**kept**
\`\`\`
<!-- for writers -->
<p align="center">Done</p> <https://a.example.com>`;
    expect(toMarkdownDocument(markdown)).toEqual({
      title: 'Returns: how',
      url: 'https://docs.example.com/returns',
      blocks: [
        { kind: 'heading', level: 1, text: 'Returns' },
        { kind: 'text', text: 'Within 14 days, see the list.\nSecond line.' },
        { kind: 'heading', level: 2, text: 'By post' },
        { kind: 'text', text: 'Pack it & send it. a box' },
        { kind: 'text', text: '# not a heading\n**kept**' },
        { kind: 'text', text: 'Done https://a.example.com' },
      ],
    });
  });

  it.each([
    ['TOML front matter', "+++\ncanonical = 'https://a.example.com/x'\n+++\ntext", 'https://a.example.com/x'],
    ['the canonical address before the other', '---\nurl: https://a\ncanonical: https://b\n---\n', 'https://b'],
    ['no address but http', '---\nurl: javascript:alert(1)\n---\n', undefined],
    ['no path', '---\nurl: /returns/\n---\n', undefined],
    ['nothing from a block that is never closed', '---\nurl: https://a\n', undefined],
  ])('takes %s', (_title, markdown, url) => {
    expect(toMarkdownDocument(markdown).url).toBe(url);
  });

  it.each([
    ['hashes without a space are text', '#tag', ['#tag']],
    ['a heading may be hashes in a text', '# C#', ['C#']],
    ['an empty heading is none', '#\n\na', ['a']],
    ['a rule under two lines divides them from the next', 'a\nb\n---\nc', ['a\nb', 'c']],
    ['code that is never closed goes to the end', '~~~\na\n\nb', ['a\n\nb']],
    ['a comment that is never closed is text', 'a <!-- b', ['a <!-- b']],
    ['placeholders stay', 'Type <your-id>', ['Type <your-id>']],
  ])('%s', (_title, markdown, texts) => {
    expect(textOf(markdown)).toEqual(texts);
  });

  it.each(['[', '![', '](', '[a](', '<', '<a ', '<!--', '#', ' ', '`', '---\n', '&', '> ', '- '])(
    'reads a text of nothing but %j in time that grows with its length',
    (piece) => {
      expect(() => toMarkdownDocument(piece.repeat(500_000))).not.toThrow();
    },
  );
});
