import { toSpaces } from '../text-line.ts';
import { findContentAbove, findContentBelow, hasWordKey, isBlockHeader, showWith, type YamlLine } from './yaml-line.ts';
import type { Explain } from './yaml-mistake.ts';
import { needsQuotes, toSignMessage } from './yaml-quotes.ts';

const linesRead = 2000;

/** Text under `|` or `>` that does not stand further right than its key. */
export const explainBlockText: Explain = ({ text, line }) => {
  const header = isText(line) ? findHeader(text, line) : undefined;
  if (header === undefined) return undefined;
  const parent = header.key === undefined ? (header.dashes.at(-1) ?? 0) : header.contentAt;
  const first = findContentBelow(text, header)?.indent ?? 0;
  const wanted = first > parent ? first : parent + 2;
  if (line.indent >= wanted) return undefined;
  const [sign] = header.value;
  return {
    code: 'YAML_SYNTAX',
    message: `The text under the ${sign} is not indented ${first > parent ? 'like its first line' : 'far enough'}.`,
    hint: `Indent the text under the ${sign} by ${toSpaces(wanted - line.indent)}.`,
    offset: line.start + line.indent,
  };
};

/** `content: | text`, or a `>` that is meant as text. */
export const explainBlockHeader: Explain = ({ text, line, column }) => {
  const [sign] = line.value;
  if ((sign !== '|' && sign !== '>') || column < line.valueAt || isBlockHeader(line)) return undefined;
  const below = findContentBelow(text, line);
  if (below === undefined || below.indent <= line.contentAt || !/^.\s/.test(line.value)) {
    return needsQuotes(line, toSignMessage(sign));
  }
  const message = `Text stands on the line of the ${sign}; it has to start on the next one.`;
  const hint = `Move it to the next line, and leave only: ${showWith(line, sign, (value) => value) ?? sign}`;
  return { code: 'YAML_SYNTAX', message, hint, offset: line.start + line.valueAt };
};

function findHeader(text: string, line: YamlLine): YamlLine | undefined {
  let above = findContentAbove(text, line);
  for (let count = 0; above !== undefined && count < linesRead; count++) {
    if (isBlockHeader(above)) return above;
    if (above.indent <= line.indent && !isText(above)) return undefined;
    above = findContentAbove(text, above);
  }
  return undefined;
}

function isText(line: YamlLine): boolean {
  return line.dashes.length === 0 && !hasWordKey(line);
}
