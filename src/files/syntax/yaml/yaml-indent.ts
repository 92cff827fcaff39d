import type { OffsetProblem } from '../placed-data.ts';
import { shorten, type TextLine, toSpaces } from '../text-line.ts';
import {
  blockParentOf,
  type Explain,
  findContentAbove,
  findContentBelow,
  hasWordKey,
  isBlockHeader,
  linesRead,
  type YamlLine,
} from './yaml-mistake.ts';

/** A column, counted from 0, in which a line could start. */
interface Level {
  readonly column: number;
  /** Whether list items start there, or keys. */
  readonly isForItems: boolean;
  /** The key in that column, or the key above the first item of a list. Undefined: a dash. */
  readonly key?: string;
}

interface Above {
  readonly levels: readonly Level[];
  /** Keys of the list item whose dash is in the line's own column. Undefined: there is no such dash. */
  readonly itemKeys?: readonly string[];
}

/** A line in a column that matches no line above, or without its dash. */
export const explainIndent: Explain = ({ text, line, column }) => {
  if (column > line.contentAt) return undefined;
  return explainLevel(line, readAbove(text, line));
};

/**
 * A key that is indented deeper than its neighbors is parsed as part of the value above, where the parser reports the
 * error.
 */
export const explainDeeperLine: Explain = ({ text, line, column, code }) => {
  if (code !== 'BLOCK_AS_IMPLICIT_KEY' && code !== 'MULTILINE_IMPLICIT_KEY') return undefined;
  const isBare = line.key === undefined && line.dashes.length === 0;
  if (isBare || column !== line.valueAt || /:(?:\s|$)/.test(line.value)) return undefined;
  let below = findContentBelow(text, line);
  for (let count = 0; below !== undefined && isMoreText(below) && count < linesRead; count++) {
    below = findContentBelow(text, below);
  }
  if (below === undefined) return undefined;
  if (isTabbed(below)) return tabProblem(below.start);
  if (hasWordKey(below)) return explainLevel(below, readAbove(text, below));
  const message = 'The text has several lines and contains ": ".';
  const hint = `Write | after the key, and the text on the lines below it, indented by ${toSpaces(line.contentAt + 2)}.`;
  return { code: 'YAML_NEEDS_QUOTES', message, hint, offset: line.start + line.valueAt };
};

function isMoreText(line: YamlLine): boolean {
  return line.key === undefined && !isTabbed(line);
}

export function isTabbed({ text }: TextLine): boolean {
  return /^ *\t/.test(text);
}

export function tabProblem(offset: number): OffsetProblem {
  const message = 'A tab is used for indentation, which YAML does not allow.';
  return { code: 'YAML_TAB', message, hint: 'Use spaces.', offset };
}

function explainLevel(line: YamlLine, { levels, itemKeys }: Above): OffsetProblem | undefined {
  const at = { code: 'YAML_SYNTAX', offset: line.start + line.indent } as const;
  const isItem = line.dashes.length > 0;
  const indented = `indented by ${toSpaces(line.indent)}`;
  if (!isItem && line.key === undefined) return undefined;
  if (!isItem && itemKeys !== undefined) {
    const message = 'This line starts in the column of the list items above, but has no dash.';
    const isNewItem = itemKeys.length === 0 || itemKeys.some((key) => key === line.key);
    const dashed = `Start it with a dash: - ${shorten(line.text.trim())}`;
    return { ...at, message, hint: isNewItem ? dashed : (toIndentHint(line, levels) ?? dashed) };
  }
  const hint = toIndentHint(line, levels);
  if (isItem && hint === undefined) {
    const message = 'Expected a key, got a list item.';
    return { ...at, message, hint: 'Put the list under a key that has no other value, indented by two spaces.' };
  }
  if (hint === undefined || levels.some((level) => !isItem && isAt(level, line))) return undefined;
  const message = isItem
    ? `This list item is ${indented}, which matches no list above it.`
    : `This line is ${indented}, which matches no line above it.`;
  return { ...at, message, hint };
}

function isAt({ column, isForItems }: Level, line: YamlLine): boolean {
  return !isForItems && column === line.indent;
}

/**
 * Suggests the nearest level. If the outer one is nearer, it suggests both, because a line rarely belongs further out.
 */
function toIndentHint(line: YamlLine, levels: readonly Level[]): string | undefined {
  const isItem = line.dashes.length > 0;
  const fitting = levels.filter(({ isForItems }) => isForItems === isItem);
  const inner = fitting.filter(({ column }) => column > line.indent).sort((a, b) => a.column - b.column)[0];
  const outer = fitting.filter(({ column }) => column < line.indent).sort((a, b) => b.column - a.column)[0];
  if (inner === undefined) return outer === undefined ? undefined : `Indent it ${toAdvice(outer)}.`;
  const isInnerNearer = outer === undefined || inner.column - line.indent <= line.indent - outer.column;
  return `Indent it ${isInnerNearer ? toAdvice(inner) : `${toAdvice(inner)}, or ${toAdvice(outer)}`}.`;
}

function toAdvice({ column, key }: Level): string {
  const under = key === undefined ? 'the dash above' : `"${shorten(key, 40)}"`;
  return `by ${toSpaces(column)}, to line up under ${under}`;
}

/** The levels that are open above a line. A line further up counts only if it starts further left. */
function readAbove(text: string, line: YamlLine): Above {
  let above = findContentAbove(text, line);
  let levels = above === undefined ? [] : listFirstItem(above);
  let itemKeys: string[] | undefined;
  const keysSeen: Level[] = [];
  let left = Number.POSITIVE_INFINITY;
  for (let count = 0; above !== undefined && left > 0 && count < linesRead; count++) {
    const parent = isBlockHeader(above) ? blockParentOf(above) : left;
    // Text under a | never counts as a line. A line further left ended that text.
    if (left > parent) levels = levels.filter(({ column }) => column <= parent);
    const found = listLevels(above);
    keysSeen.push(...found);
    levels.push(...found.filter(({ column }) => column < left));
    if (itemKeys === undefined && left > line.indent && above.dashes.includes(line.indent)) {
      const { contentAt } = above;
      itemKeys = keysSeen.flatMap(({ column, key }) => (column === contentAt && key !== undefined ? [key] : []));
    }
    left = Math.min(left, above.indent);
    above = findContentAbove(text, above);
  }
  return itemKeys === undefined ? { levels } : { levels, itemKeys };
}

function listLevels({ dashes, contentAt, key }: YamlLine): readonly Level[] {
  const keys = key === undefined ? [] : [{ column: contentAt, isForItems: false, key }];
  return [...dashes.map((column) => ({ column, isForItems: true })), ...keys];
}

/** The column of a first list item under a key without a value. */
function listFirstItem({ contentAt, key, value }: YamlLine): Level[] {
  return key === undefined || value !== '' ? [] : [{ column: contentAt + 2, isForItems: true, key }];
}
