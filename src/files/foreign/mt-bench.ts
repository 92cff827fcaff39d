import { definedOnly } from '../../base/defined-only.ts';
import { Fault } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { ScriptedCase } from '../eval/write-eval.ts';
import type { Lose, LossReport } from './loss-report.ts';
import { type EntryPlace, type ImportEntry, toEntryPlace } from './read-entries.ts';

type Fields = Record<string, unknown>;

/** Whether a value is a question of MT-Bench: the user's lines as texts, without replies. */
export function isMtBench(value: Fields): boolean {
  if (value.messages !== undefined || value.history !== undefined) return false;
  const isNamed = ['question_id', 'prompt_id', 'category'].some((key) => value[key] !== undefined);
  const lines = value.turns ?? (isNamed ? value.prompt : undefined);
  return Array.isArray(lines) && lines.length > 0 && lines.every((line) => findText(line) !== undefined);
}

interface Reading {
  readonly file: string;
  readonly report: LossReport;
}

/** Reads the questions of MT-Bench as scripted cases. Throws a Fault for the first question that is not one. */
export function readMtBench(entries: readonly ImportEntry[], { file, report }: Reading): readonly ScriptedCase[] {
  const seen = new Map<string, EntryPlace>();
  return entries.map(({ value, problem, at }, index) => {
    if (problem !== undefined) throw new Fault([problem]);
    const id = toId(value, index);
    const question = readQuestion(value, id, report.forItem(id));
    if (question === undefined) throw notAQuestion(id, at, file);
    const first = seen.get(id);
    if (first !== undefined) throw sameId(id, [first, at], file);
    seen.set(id, at);
    return question;
  });
}

/** The published ids are numbers. */
function toId(value: unknown, index: number): string {
  const id = isPlainObject(value) ? (value.question_id ?? value.prompt_id ?? value.id) : undefined;
  const isGiven = typeof id === 'number' || (typeof id === 'string' && id.trim() !== '');
  return isGiven ? String(id) : `question-${index + 1}`;
}

const readKeys = ['question_id', 'prompt_id', 'id', 'category', 'turns', 'prompt', 'reference'];

/** `prompt` and `prompt_id` are the keys of the copy on the Hugging Face hub. */
function readQuestion(value: unknown, id: string, lose: Lose): ScriptedCase | undefined {
  if (!isPlainObject(value) || !isMtBench({ category: '', ...value })) return undefined;
  const lines = listTexts(value.turns ?? value.prompt);
  const references = listTexts(value.reference);
  for (const key of Object.keys(value)) {
    if (!readKeys.includes(key) && value[key] !== null) lose(`key ${key.slice(0, 40)}`, key);
  }
  if (references.length > lines.length) lose('references without a turn', `reference[${lines.length}]`);
  const { category } = value;
  return {
    id,
    tags: typeof category === 'string' && category.trim() !== '' ? [category] : [],
    turns: lines.map((user = '', index) => ({ user, ...definedOnly({ expect: references[index] || undefined }) })),
  };
}

function listTexts(value: unknown): readonly (string | undefined)[] {
  if (Array.isArray(value)) return value.map(findText);
  return typeof value === 'string' ? [value] : [];
}

/** A line is a text. Benchmarks of the same family write `{content: text}`. */
function findText(line: unknown): string | undefined {
  if (typeof line === 'string') return line;
  return isPlainObject(line) && line.role === undefined && typeof line.content === 'string' ? line.content : undefined;
}

function notAQuestion(id: string, at: EntryPlace, file: string): Fault {
  return new Fault({
    code: 'IMPORT_BAD_ENTRY',
    message: `"${id}" is not an MT-Bench question.`,
    hint: 'Write it as {"question_id": 81, "category": "writing", "turns": ["first line", "second line"]}.',
    ...toEntryPlace(at, file),
  });
}

function sameId(id: string, [first, second]: readonly [EntryPlace, EntryPlace], file: string): Fault {
  const { line } = toEntryPlace(first, file);
  return new Fault({
    code: 'IMPORT_BAD_ENTRY',
    message: `The question id "${id}" is already used${line === undefined ? '' : ` in line ${line}`}.`,
    hint: 'Give each question its own id.',
    ...toEntryPlace(second, file),
  });
}
