/** A fenced block of a Markdown page: ` ```yaml eval file=a.eval.yaml ` is language, tags and options. */
export interface DocBlock {
  readonly page: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** Line of the heading the block is under; 0 before the first, and on a page that is one walk. */
  readonly section: number;
  /** Whether the page is one walk: its blocks are steps, taken in order in one folder. */
  readonly isWalk: boolean;
  /** Whether the walk begins where the examples of this project are. */
  readonly hasExamples: boolean;
  readonly language: string;
  readonly tags: readonly string[];
  readonly options: ReadonlyMap<string, string>;
  readonly text: string;
}

/** A page with one of these lines is one walk. */
const walkMark = '<!-- one walk -->';
const exampleWalkMark = '<!-- one walk through the examples -->';

const fence = /^(`{3,})([^`]*)$/;

/** The fenced blocks of a page in order. */
export function listDocBlocks(page: string, markdown: string): readonly DocBlock[] {
  const blocks: DocBlock[] = [];
  const lines = markdown.split('\n');
  const hasExamples = lines.includes(exampleWalkMark);
  const isWalk = hasExamples || lines.includes(walkMark);
  let section = 0;
  for (let index = 0; index < lines.length; index++) {
    const [, signs, info = ''] = fence.exec(lines[index] ?? '') ?? [];
    if (signs === undefined) {
      if (!isWalk && /^#{1,6} /.test(lines[index] ?? '')) section = index + 1;
      continue;
    }
    const end = lines.indexOf(signs, index + 1);
    if (end === -1) throw new Error(`${page}:${index + 1} the block is not closed`);
    const text = lines.slice(index + 1, end).join('\n');
    blocks.push({ page, line: index + 1, section, isWalk, hasExamples, ...parseInfo(info), text });
    index = end;
  }
  return blocks;
}

function parseInfo(info: string): Pick<DocBlock, 'language' | 'tags' | 'options'> {
  const [language = '', ...words] = info.trim().split(/\s+/);
  const pairs = words.filter((word) => word.includes('=')).map((word) => word.split('='));
  return {
    language,
    tags: words.filter((word) => !word.includes('=')),
    options: new Map(pairs.map(([key = '', value = '']) => [key, value])),
  };
}

/** The text of a page without its code, where links are only letters. */
export function withoutCode(markdown: string): string {
  const blocks = markdown.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '');
  return blocks.replaceAll(/`[^`\n]*`/g, '');
}

/** The anchors that GitHub gives to headings, and those that the page sets itself. A repeated heading gets a number: `label-1`. */
export function listAnchors(markdown: string): ReadonlySet<string> {
  const outside = markdown.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '');
  const slugs = [...outside.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => toSlug(title));
  const headings = slugs.map((slug, index) => {
    const earlier = slugs.slice(0, index).filter((other) => other === slug).length;
    return earlier === 0 ? slug : `${slug}-${earlier}`;
  });
  const own = [...outside.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  return new Set([...headings, ...own]);
}

function toSlug(title: string): string {
  const letters = title.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '');
  return letters.trim().replaceAll(' ', '-');
}
