import { type ESTree, type ParseResult, Visitor } from 'rolldown/utils';
import { parseSource } from '../parse-source.ts';
import { toProse } from './page-texts.ts';
import { gap, type TextKind, toLineAt, type VoiceText } from './text.ts';

/** The comments of a source file, neighboring lines as one, and the titles of its tests. */
export function listCommentTexts(path: string, source: string): readonly VoiceText[] {
  if (/^\/[/*].*@generated/.test(source)) return [];
  const { comments, program } = parseSource(path, source);
  const texts: VoiceText[] = [];
  const add = (start: number, text: string, kind: TextKind) =>
    texts.push({ path, line: toLineAt(source, start), text, kind });
  for (const { start, text } of joinLines(source, comments)) {
    if (!directives.test(text)) add(start, toProse(text), 'comment');
  }
  if (!/\b(it|test|describe)\b/.test(source)) return texts;
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const text = testCalls.has(findRoot(callee)) ? toTitle(title) : undefined;
      if (title && text) add(title.start, text, 'title');
    },
  });
  visitor.visit(program);
  return texts;
}

/** Comments for programs: a linter, a bundler, the compiler. */
const directives = /^\s*(biome-ignore|@ts-|@vitest|\/ <reference|[#@]__|!? *@license|# sourceMappingURL)/;
const testCalls: ReadonlySet<string> = new Set(['it', 'test', 'describe']);

interface Comment {
  readonly start: number;
  readonly text: string;
}

/** Line comments that follow each other are one text. A block loses the stars at the beginning of its lines. */
function joinLines(source: string, comments: ParseResult['comments']): readonly Comment[] {
  const joined: { start: number; end: number; isLine: boolean; text: string }[] = [];
  for (const { type, value, start, end } of comments) {
    const last = joined.at(-1);
    const isLine = type === 'Line';
    if (isLine && last?.isLine === true && /^\r?\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += `\n${value.trimStart()}`;
      last.end = end;
    } else {
      joined.push({ start, end, isLine, text: isLine ? value : value.replaceAll(/^[ \t]*\*?[ \t]*/gm, '') });
    }
  }
  return joined;
}

/** `it` of `it('…')`, `it.each(…)('…')` and `it.skipIf(…).each(…)('…')`. */
function findRoot(callee: ESTree.Expression): string {
  if (callee.type === 'MemberExpression') return findRoot(callee.object);
  if (callee.type === 'CallExpression') return findRoot(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return findRoot(callee.tag);
  return callee.type === 'Identifier' ? callee.name : '';
}

function toTitle(title: ESTree.Argument | undefined): string | undefined {
  if (title?.type === 'Literal') return typeof title.value === 'string' ? title.value : undefined;
  if (title?.type !== 'TemplateLiteral') return undefined;
  return title.quasis.map(({ value }) => value.cooked ?? '').join(gap);
}
