import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoundedLexer, longestPiece, toPieces } from './bounded-lexer.ts';
import { LinearTokenizer, linesOfHeading } from './linear-tokenizer.ts';
import { isTooMuch, mostMarkdown, mostReadings } from './markdown-cost.ts';

const inlineRules = [
  'escape',
  'tag',
  'link',
  'reflink',
  'emStrong',
  'codespan',
  'br',
  'del',
  'autolink',
  'url',
  'inlineText',
] as const;

interface Work {
  blocks: number;
  paragraphs: number;
}

/** The number of characters that the rules examine. */
function countWork(text: string): Work {
  const work: Work = { blocks: 0, paragraphs: 0 };
  if (isTooMuch(text)) return work;
  const tokenizer = new LinearTokenizer();
  const lexer = new BoundedLexer(tokenizer);
  countParagraphs(tokenizer, work);
  countBlocks(tokenizer, work);
  try {
    lexer.lex(text);
  } catch {
    // The lexer gave up. The work until then counts.
  }
  return work;
}

function countParagraphs(tokenizer: LinearTokenizer, work: Work): void {
  for (const name of inlineRules) {
    const rule: (source: string, ...rest: never[]) => unknown = tokenizer[name];
    const counted = (source: string, ...rest: never[]) => {
      work.paragraphs += source.length;
      return rule.call(tokenizer, source, ...rest);
    };
    Object.assign(tokenizer, { [name]: counted });
  }
}

function countBlocks({ budget, rules }: LinearTokenizer, work: Work): void {
  const spend = budget.spendReading.bind(budget);
  budget.spendReading = (characters) => {
    work.blocks += characters;
    spend(characters);
  };
  const { lheading } = rules.block;
  const counted = (source: string) => {
    work.blocks += linesOfHeading.exec(source)?.[0].length ?? 0;
    return lheading.exec(source);
  };
  rules.block = { ...rules.block, lheading: Object.assign(new RegExp(lheading), { exec: counted }) };
}

const repeat = (part: string, around: readonly [string, string] = ['', '']) => {
  return (length: number) => {
    const [before, behind] = around;
    const inner = length - before.length - behind.length;
    return before + part.repeat(Math.ceil(inner / part.length)).slice(0, inner) + behind;
  };
};

const toStairs = (sign: string) => (length: number) => {
  let text = '';
  for (let step = 0; text.length < length; step++) text += `${'  '.repeat(step)}${sign} a\n`;
  return text.slice(0, length);
};

const shapes: Readonly<Record<string, (length: number) => string>> = {
  'an endless email address': repeat('a.', ['', '@']),
  'a word before an @': repeat('a', ['', '@']),
  'email addresses': repeat('a@b.example '),
  'email URLs without spaces': repeat('a@'),
  'a list continued by lines': repeat('b\n', ['- a\n', '']),
  'a list continued by brackets': repeat('[\n', ['- a\n', '']),
  'a list continued by pipes': repeat('|x\n', ['- a\n', '']),
  'a list continued by tags': repeat('<b\n', ['- a\n', '']),
  'a log that begins with a dash': repeat('2026-01-02 03:04:05 [info] a_b=1 (c)\n', ['- ', '']),
  'a continued list that ends with an underline': repeat('b\n', ['- a\n', '> c\n===']),
  'a quote continued by lines': repeat('b\n', ['> a\n', '']),
  'a quote continued by bullets': repeat('*\n', ['> ', '']),
  'lists in a line': repeat(`${'- '.repeat(29)}x\n`),
  'quotes in a line': repeat(`${'> '.repeat(29)}x\n`),
  'lists and quotes in a line': repeat(`${'- > '.repeat(14)}x\n`),
  'quotes in a continued line': repeat(`${'> '.repeat(20)}x\ny\n`),
  'a staircase of bullets': toStairs('-'),
  'a staircase of numbers': toStairs('1.'),
  'a staircase of quotes': toStairs('>'),
  'entries of a list': repeat('1. a\n'),
  'entries of a loose list': repeat('- a\n\n'),
  tasks: repeat('- [ ] a\n'),
  'unclosed emphasis': repeat('*a _b '),
  'nested strong and emphasis': repeat('a**b*c_d~'),
  'emphasis in many paragraphs': repeat(`${'*a '.repeat(300)}\n\n`),
  'delimiters in lines': repeat('|_a===\n'),
  underlines: repeat('_a'),
  tildes: repeat('~a'),
  brackets: repeat('['),
  'unclosed links': repeat('[a]('),
  'links in angle brackets': repeat('](<', ['[', ']']),
  'links in many paragraphs': repeat(`${'[a](<b '.repeat(140)}\n\n`),
  links: repeat('[a](http://a.example) '),
  images: repeat('!['),
  'images in links': repeat('[![a](b) '),
  parentheses: repeat('(', ['[a](', ')']),
  backticks: repeat('`a``b```c '),
  tags: repeat('<a '),
  'attributes of a tag': repeat('a="b" ', ['<div ', '']),
  'unclosed comments': repeat('<!-- '),
  'cells of a table': repeat('|b', [`${'|a'.repeat(2000)}\n${'|-'.repeat(2000)}\n`, '']),
  'rows of a table': repeat('|a|[b|\n', ['|a|b|\n|-|-|\n', '']),
  'table headers': repeat('a|b\n'),
  footnotes: repeat('[^1]: a [^1]\n'),
  definitions: repeat('[a]: b "c\n'),
  entities: repeat('&amp;&a'),
  'URLs without spaces': repeat('http://a/('),
  'a URL with entities at its end': repeat('&a;', ['http://a/', '']),
  'host names': repeat('www.'),
  'a long word': repeat('a'),
  lines: repeat('\n'),
  'lines that end in spaces': repeat('a  \n'),
  spaces: repeat(' ', ['a', 'b']),
  tabs: repeat('\t', ['a', 'b']),
  NULs: repeat('\0'),
  'many scripts': repeat('漢字 كلمة עִבְרִית 👩‍👩‍👧 a\u202e*'),
  backslashes: repeat('\\'),
  fences: repeat('```\n'),
  headings: repeat('# a #'),
  'an underline far away': repeat('a\n', ['', '===']),
};

describe('BoundedLexer', () => {
  const cases = Object.entries(shapes).flatMap(([name, toText]) => [
    { name, length: mostMarkdown / 10, toText },
    { name, length: mostMarkdown, toText },
  ]);

  it.each(cases)('examines each of $length characters equally often: $name', ({ length, toText }) => {
    const { blocks, paragraphs } = countWork(toText(length));
    expect(blocks / length).toBeLessThan(2 * mostReadings);
    expect(paragraphs / length).toBeLessThan((longestPiece / 2) * inlineRules.length);
  });

  it('knows which lines Marked takes for the heading above an underline', () => {
    expect(linesOfHeading.exec('a\nb\n\nc\n===')?.[0]).toBe('a\nb');
    expect(linesOfHeading.exec('a\n> b')?.[0]).toBe('a');
    expect(linesOfHeading.exec('# a\nb')).toBeNull();
  });
});

describe('toPieces', () => {
  it('keeps a short paragraph in one piece', () => {
    expect(toPieces('a b\nc')).toEqual(['a b\nc']);
    expect(toPieces('a '.repeat(longestPiece / 2))).toHaveLength(1);
  });

  it('ends a piece before a line break, which starts the next one', () => {
    const line = 'words of a line '.repeat(20);
    const pieces = toPieces(`${line}\n`.repeat(100));
    expect(pieces.length).toBeGreaterThan(5);
    for (const piece of pieces.slice(1)) expect(piece.startsWith('\n')).toBe(true);
  });

  it('keeps an overlong word whole, apart from the text before and after it', () => {
    const word = 'a'.repeat(3 * longestPiece);
    expect(toPieces(`before ${word} behind`)).toEqual(['before', ` ${word}`, ' behind']);
  });

  it('loses no text, and exceeds the length of a piece only for a single word', () => {
    const parts = fc.constantFrom('a', 'word ', '\n', ' ', '😀', 'x'.repeat(900), 'y'.repeat(6000));
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), (list) => {
        const paragraph = list.join('');
        const pieces = toPieces(paragraph);
        expect(pieces.join('')).toBe(paragraph);
        for (const piece of pieces.filter(({ length }) => length > longestPiece))
          expect(piece.slice(1)).not.toMatch(/[ \n]/u);
      }),
    );
  });
});
