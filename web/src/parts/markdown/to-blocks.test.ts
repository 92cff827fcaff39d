import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Inline } from './markdown-tree.ts';
import { toBlocks } from './to-blocks.ts';

const text = (value: string): Inline => ({ kind: 'text', text: value });
const paragraph = (...children: Inline[]): Block => ({ kind: 'paragraph', children });

describe('toBlocks', () => {
  it('parses paragraphs, emphasis, code and line breaks', () => {
    expect(toBlocks('One **two**\n_three_ `a*b` ~~no~~\n\nFour')).toEqual([
      paragraph(
        text('One '),
        { kind: 'strong', children: [text('two')] },
        { kind: 'break' },
        { kind: 'emphasis', children: [text('three')] },
        text(' '),
        { kind: 'code', text: 'a*b' },
        text(' '),
        { kind: 'deleted', children: [text('no')] },
      ),
      paragraph(text('Four')),
    ]);
  });

  it('parses headings, rules, quotes and fenced code', () => {
    expect(toBlocks('# A\n\n---\n\n> b\n\n```js\nlet c = "<b>";\n```')).toEqual([
      { kind: 'heading', level: 1, children: [text('A')] },
      { kind: 'rule' },
      { kind: 'quote', children: [paragraph(text('b'))] },
      { kind: 'code', language: 'js', text: 'let c = "<b>";' },
    ]);
  });

  it.each(['20781.', '1.', '-', '3)'])('treats %s alone as text, not as a list', (said) => {
    expect(toBlocks(said)).toEqual([{ kind: 'literal', text: said }]);
  });

  it('parses lists, numbers and tasks', () => {
    const list = (start: number | undefined, ...entries: { isDone: boolean | undefined; children: Block[] }[]) => ({
      kind: 'list',
      start,
      entries,
    });
    expect(toBlocks('3. a\n4. b')).toEqual([
      list(
        3,
        { isDone: undefined, children: [paragraph(text('a'))] },
        { isDone: undefined, children: [paragraph(text('b'))] },
      ),
    ]);
    expect(toBlocks('- [x] a\n- [ ] b')).toEqual([
      list(
        undefined,
        { isDone: true, children: [paragraph(text('a'))] },
        { isDone: false, children: [paragraph(text('b'))] },
      ),
    ]);
  });

  it('parses tables with their alignment', () => {
    expect(toBlocks('| a | b |\n|---|--:|\n| c | d |')).toEqual([
      {
        kind: 'table',
        head: [
          { align: undefined, children: [text('a')] },
          { align: 'right', children: [text('b')] },
        ],
        rows: [
          [
            { align: undefined, children: [text('c')] },
            { align: 'right', children: [text('d')] },
          ],
        ],
      },
    ]);
  });

  it('links only to the web, with the host of the target', () => {
    expect(toBlocks('[bank](https://bank.example@evil.example/x)')).toEqual([
      paragraph({
        kind: 'link',
        href: 'https://bank.example@evil.example/x',
        host: 'evil.example',
        isBare: false,
        children: [text('bank')],
      }),
    ]);
    expect(toBlocks('https://a.example')).toEqual([
      paragraph({
        kind: 'link',
        href: 'https://a.example',
        host: 'a.example',
        isBare: true,
        children: [text('https://a.example')],
      }),
    ]);
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](data:text/html,x)',
    '[x](//evil.example)',
    '[x](/v1/me)',
    '<javascript:alert(1)>',
    'a@b.example',
    '![x](data:image/png;base64,AAAA)',
  ])('shows %j as written', (written) => {
    expect(toBlocks(written)).toEqual([paragraph(text(written))]);
  });

  it('names images and loads none', () => {
    expect(toBlocks('![cat](https://a.example/cat.png)')).toEqual([
      paragraph({ kind: 'image', href: 'https://a.example/cat.png', host: 'a.example', text: 'cat' }),
    ]);
  });

  it.each([
    ['[![pic](http://a.example/b) click](http://evil.example/)', 'pic click'],
    ['[![](http://a.example/b)](http://evil.example/)', 'Image'],
    ['[see <http://a.example> there](http://evil.example/)', 'see http://a.example there'],
  ])('puts no link inside a link: %j', (written, shown) => {
    expect(toBlocks(written)).toEqual([
      paragraph({
        kind: 'link',
        href: 'http://evil.example/',
        host: 'evil.example',
        isBare: false,
        children: [text(shown)],
      }),
    ]);
  });

  it('shows HTML as text', () => {
    expect(toBlocks('<script>alert(1)</script>')).toEqual([{ kind: 'literal', text: '<script>alert(1)</script>' }]);
    expect(toBlocks('a <b onclick=x>b</b> &lt;i&gt;')).toEqual([paragraph(text('a <b onclick=x>b</b> <i>'))]);
  });

  it('shows link definitions, which Markdown hides', () => {
    expect(toBlocks('[a]: https://a.example "hidden"')).toEqual([
      { kind: 'literal', text: '[a]: https://a.example "hidden"' },
    ]);
  });

  it.each([
    '[',
    '*',
    '_',
    '<',
    '>',
    '!',
    '`',
    '~',
    '- ',
    '> ',
    '1. ',
    '![',
    '](',
    '[a](',
    '**a ',
    'a**b',
    '|',
    '&',
    '(',
  ])('parses %j, 100,000 times, without an error and without losing text', (sign) => {
    const hostile = sign.repeat(100_000);
    expect(JSON.stringify(toBlocks(hostile)).length).toBeGreaterThan(0);
  });

  const fragments = fc.constantFrom(
    ...[
      '[a](',
      'javascript:',
      'https://',
      ')',
      '![',
      ']',
      '<a href="',
      '">',
      '\n',
      '> ',
      '- ',
      '`',
      '**',
      '&#x6a;',
      ' "',
      '\\',
      '|',
      '\u202e',
      'data:',
      '<',
      '//',
      'HTTP:',
      '\t',
    ],
  );

  it('never throws and never links anywhere except to the web', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(fc.oneof(fragments, fc.string()), { maxLength: 30 }).map((list) => list.join('')),
        ),
        (written) => {
          for (const href of listAddresses(toBlocks(written))) expect(href).toMatch(/^https?:\/\//i);
        },
      ),
      { numRuns: 500 },
    );
  });
});

function listAddresses(tree: unknown): readonly string[] {
  if (Array.isArray(tree)) return tree.flatMap(listAddresses);
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([name, value]) => (name === 'href' ? [String(value)] : listAddresses(value)));
}
