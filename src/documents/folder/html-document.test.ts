import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHtmlDocument } from './html-document.ts';

const textOf = (html: string) => toHtmlDocument(html).blocks.map(({ text }) => text);

describe('toHtmlDocument', () => {
  it('reads title, canonical address, headings and paragraphs', () => {
    const html = `<!doctype html><html><head><title> Returns &amp;
      refunds </title><link rel="canonical" href="https://docs.example.com/returns?a=1&amp;b=2"></head>
      <body><h1>Returns</h1><p>Within <b>14</b> days.</p><h2 class="x">By post</h2><ul><li>Pack it<li>Send it</ul></body>`;
    expect(toHtmlDocument(html)).toEqual({
      title: 'Returns & refunds',
      url: 'https://docs.example.com/returns?a=1&b=2',
      blocks: [
        { kind: 'heading', level: 1, text: 'Returns' },
        { kind: 'text', text: 'Within 14 days.' },
        { kind: 'heading', level: 2, text: 'By post' },
        { kind: 'text', text: 'Pack it' },
        { kind: 'text', text: 'Send it' },
      ],
    });
  });

  it.each([
    [
      'scripts and styles are dropped',
      '<p>a</p><SCRIPT>alert("</p><p>x")</script ><style>p{}</style><p>b</p>',
      ['a', 'b'],
    ],
    ['a script that is never closed goes to the end', '<p>a</p><script>alert(1)<p>b', ['a']],
    ['a comment that is never closed goes to the end', 'a<!-- b <p>c', ['a']],
    ['an empty comment ends at once', 'a<!-->b', ['ab']],
    ['a sign in a quoted value ends no tag', '<a title="x > y" href=\'>\'>z</a>', ['z']],
    ['a quote that belongs to no value is nothing special', "<p it's>a</p>b", ['a', 'b']],
    ['a value that is never closed goes to the end', 'a<img alt="b>c', ['a']],
    ['a figure is a block', 'a<figure>b<figcaption>c</figcaption></figure>d', ['a', 'b', 'c', 'd']],
    ['a lone sign is text', '1 < 2 && 3 > 2 <> <3', ['1 < 2 && 3 > 2 <> <3']],
    [
      'entities',
      '&lt;b&gt; caf&eacute; &#8211; &#x20AC; &unknown; &#0; &#xD800; &#9999999;',
      ['<b> café – € &unknown; \ufffd \ufffd \ufffd'],
    ],
    ['every entity that HTML has a name for', '&bigstar; &Gg; &copy 2020', ['★ ⋙ © 2020']],
    ['a soft hyphen', 'refund&shy;able, Kinder\u00adgarten', ['refundable, Kindergarten']],
    ['an entity is not decoded twice', '&amp;lt;', ['&lt;']],
    ['line breaks and cells', 'a<br>b<table><tr><td>c<td>d</table>', ['a\nb', 'c d']],
    ['preformatted text keeps its lines', '<pre>\n  a\n    b  \n</pre>', ['  a\n    b']],
    ['a heading that is never closed ends with the next block', '<h2>a<p>b', ['a', 'b']],
    ['title and textarea hold no tags', '<title>a<b></title><textarea><p>c</textarea>', ['<p>c']],
  ])('%s', (_title, html, texts) => {
    expect(textOf(html)).toEqual(texts);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', '/returns', 'https://', 'https://a\u0007b'])(
    'does not take %j for an address',
    (href) => {
      expect(toHtmlDocument(`<link rel=canonical href="${href}">`).url).toBeUndefined();
    },
  );

  it.each([
    '<',
    '<a ',
    '<a b="',
    '</',
    '<!--',
    '<script>',
    '&',
    '&#',
    '<p',
    "<a ='",
    '<svg>',
    '<title>',
    '<h1>',
    '<pre>',
    ' <br>',
    '</b>',
    '<div></b>',
    '<form>',
    '<a b c="d" ',
    '&amp',
  ])('reads a page of nothing but %j in time that grows with its length', (piece) => {
    // A reader that looks twice at what it has seen would take hours for this.
    expect(() => toHtmlDocument(piece.repeat(500_000))).not.toThrow();
  });

  it.each([
    ['quoted values', ` rel="canonical" href='https://a.example.com/'`, 'https://a.example.com/'],
    ['bare values', ' rel=canonical href=https://a.example.com/?b=1&c=2', 'https://a.example.com/?b=1&c=2'],
    ['blanks around the equals sign', ' rel \n=\t "canonical" href = https://a.example.com', 'https://a.example.com'],
    ['names and values in any case', ' REL=Canonical HREF=https://a.example.com', 'https://a.example.com'],
    ['names without a value', ' async defer/ rel=canonical href=https://a.example.com', 'https://a.example.com'],
    ['the first of two with one name', ' rel=canonical rel=x href=https://a.example.com', 'https://a.example.com'],
    ['values next to each other', ` rel="canonical"href='https://a.example.com'`, 'https://a.example.com'],
    [
      'the other quote inside a value',
      ` title="it's" rel=canonical href='https://a.example.com'`,
      'https://a.example.com',
    ],
    ['another rel', ' rel=next href=https://a.example.com', undefined],
    ['a value that is never closed', ' rel=canonical href="https://a.example.com', undefined],
  ])('reads the address of a link with %s', (_title, attributes, url) => {
    expect(toHtmlDocument(`<link${attributes}>`).url).toBe(url);
  });

  it.each([
    ['a name that never ends', 'a'.repeat(3_900)],
    ['blanks behind a name', `a${' '.repeat(3_900)}`],
    ['blanks behind a sign', `a=${' '.repeat(3_900)}`],
    ['slashes', '/'.repeat(3_900)],
    ['signs', '='.repeat(3_900)],
    ['names', 'a '.repeat(1_950)],
    ['a quoted value', `a="${'b'.repeat(3_900)}"`],
    ['quoted values', `a='b'`.repeat(780)],
  ])('reads a page of links with nothing but %s in time that grows with its length', (_title, attributes) => {
    expect(toHtmlDocument(`<link ${attributes}>`.repeat(2_600)).blocks).toEqual([]);
  });

  it('never fails and never keeps a script', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '=',
        '/',
        '<!--',
        '-->',
        '<script>',
        '</script>',
        '<script/>',
        '<svg>',
        '<noscript>',
        '<title>',
        '&amp;',
        '&#',
        ';',
        '<p>',
        'a',
      ),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        for (const text of textOf(`<script>SECRET</script>${pieces.join('')}`)) expect(text).not.toContain('SECRET');
      }),
    );
  });
});
