import { toLineAt, type VoiceText } from './text.ts';

/** The comments of a TOML file, neighboring lines as one, and its strings of more than one word. */
export function listTomlTexts(path: string, source: string): readonly VoiceText[] {
  const texts: { line: number; end: number; text: string; isComment: boolean }[] = [];
  for (const { index, 0: found } of source.matchAll(tokens)) {
    const line = toLineAt(source, index);
    const isComment = found.startsWith('#');
    const text = isComment ? found.slice(1) : unquote(found);
    const last = texts.at(-1);
    if (isComment && last?.isComment === true && last.end === line - 1) {
      last.text += `\n${text}`;
      last.end = line;
    } else if (/\S\s+\S/.test(text)) {
      texts.push({ line, end: line, text, isComment });
    }
  }
  return texts.map(({ line, text }) => ({ path, line, text, kind: 'prose' }));
}

const tokens = /#[^\n]*|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/g;

function unquote(text: string): string {
  return text.replace(/^("""|'''|"|')([\s\S]*)\1$/, '$2');
}
