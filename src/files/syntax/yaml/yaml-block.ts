import { findLineAbove, type TextLine, toSpaces } from '../text-line.ts';
import {
  blockParentOf,
  findContentAbove,
  findTextBelow,
  isBlank,
  isBlockHeader,
  isText,
  linesRead,
  showWith,
  type YamlLine,
} from './yaml-line.ts';
import type { Explain } from './yaml-mistake.ts';
import { needsQuotes, toSignMessage } from './yaml-quotes.ts';

/** Text under `|` or `>` that is not further right than its key. */
export const explainBlockText: Explain = ({ text, line }) => {
  const header = isText(line) ? findHeader(text, line) : undefined;
  if (header === undefined) return undefined;
  const parent = blockParentOf(header);
  const first = findTextBelow(text, header)?.indent ?? 0;
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

/** Spaces on an empty line before the text under `|` set its indentation, so the text itself ends the block. */
export const explainEmptyLine: Explain = ({ text, line }) => {
  const header = findContentAbove(text, line);
  if (header === undefined || !isBlockHeader(header) || line.indent <= blockParentOf(header)) return undefined;
  const isLongAndEmpty = (above: TextLine) => isBlank(above) && above.text.length > line.indent;
  let above = findLineAbove(text, line);
  while (above !== undefined && above.start > header.start && !isLongAndEmpty(above)) {
    above = findLineAbove(text, above);
  }
  if (above === undefined || above.start <= header.start) return undefined;
  const message = 'This empty line has more spaces than the text below it.';
  return { code: 'YAML_SYNTAX', message, hint: 'Remove the spaces on it.', offset: above.start };
};

/** `content: | text`, or a `>` that is meant as text. */
export const explainBlockHeader: Explain = ({ text, line, column }) => {
  const [sign] = line.value;
  if ((sign !== '|' && sign !== '>') || column < line.valueAt || isBlockHeader(line)) return undefined;
  const below = findTextBelow(text, line);
  if (below === undefined || below.indent <= line.contentAt || !/^.\s/.test(line.value)) {
    return needsQuotes(line, toSignMessage(sign));
  }
  const message = `The text must start on the line after the ${sign}.`;
  const hint = `Move the text to the next line, and leave only: ${showWith(line, sign, (value) => value) ?? sign}`;
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
