import { z } from 'zod';
import { AnswerKey } from '../../../../src/conversation/answer-key.ts';
import { ReplyUnderTest } from '../../../../src/conversation/item/item.ts';
import { Ref } from '../../../../src/conversation/ref.ts';
import type { FieldChange, TurnChange } from '../../../../src/curate/diff-items.ts';
import { isSameJson } from '../../../../src/curate/same-json.ts';
import { type EditStep, findEditScript } from './edit-script.ts';

/** A difference between two states, in the form that shows it best. */
export type Fact =
  | { readonly kind: 'text'; readonly label: string; readonly before: string; readonly after: string }
  /** Texts for programs, such as tool calls. */
  | { readonly kind: 'code'; readonly label: string; readonly before: string; readonly after: string }
  /** One word replaced by another. An absent one is empty. */
  | { readonly kind: 'word'; readonly label: string; readonly before: string; readonly after: string }
  | { readonly kind: 'list'; readonly label: string; readonly steps: readonly EditStep[] }
  | { readonly kind: 'refs'; readonly label: string; readonly changes: readonly RefChange[] };

const labels: Readonly<Record<string, string>> = {
  status: 'Status',
  synthQuestion: 'Generated question',
  editedQuestion: 'Question',
  answer: 'Answer',
  refs: 'References',
  manualTags: 'Tags',
  comment: 'Comment',
  contextUsedForGeneration: 'Generation context',
  contextSource: 'Context source',
  modelUsedForGeneration: 'Generation model',
  meta: 'Other data',
  role: 'Role',
  msg: 'Text',
  tags: 'Tags',
  answerKey: 'Answer key',
  expectedBehavior: 'Expected behavior',
  name: 'Name',
  tool_calls: 'Tool calls',
  tool_call_id: 'Tool call ID',
  timestamp: 'Time',
  replyUnderTest: 'Failed reply',
  title: 'Title',
  content: 'Document text',
  keyExcerpt: 'Key excerpt',
  type: 'Type',
  bonus: 'Optional',
  reference: 'Reference answer',
  mustMention: 'Must mention',
  mustNotMention: 'Must not mention',
  mustMatch: 'Must match',
  mustNotMatch: 'Must not match',
  outcome: 'Outcome',
  contextChanged: 'Needs re-check',
};

/** The label of a field. */
export function toFieldLabel(path: string): string {
  return labels[path] ?? path;
}

const words = new Set(['role', 'status', 'type', 'name', 'tool_call_id', 'timestamp', 'bucket']);

const RefList = z.array(Ref);
const TextList = z.array(z.string());

/** The differences of a changed field. An answer key has one per field. */
export function toFacts({ path, before, after }: FieldChange): readonly Fact[] {
  if (path === 'answerKey') return toKeyFacts(before, after);
  if (path === 'replyUnderTest') return toMarkFacts(before, after);
  const label = toFieldLabel(path);
  const refs = path === 'refs' ? readBoth(RefList, before, after) : undefined;
  if (refs !== undefined) return [{ kind: 'refs', label, changes: diffRefs(refs.before, refs.after) }];
  const list = readBoth(TextList, before, after);
  if (list !== undefined) return [{ kind: 'list', label, steps: diffList(list.before, list.after) }];
  return [{ kind: toTextKind(path, before, after), label, before: toText(before), after: toText(after) }];
}

/** The resolution of a failing reply from a run. */
function toMarkFacts(before: unknown, after: unknown): readonly Fact[] {
  const [old, now] = [before, after].map((mark) => (mark === undefined ? '' : toMarkText(mark)));
  return [{ kind: 'text', label: toFieldLabel('replyUnderTest'), before: old ?? '', after: now ?? '' }];
}

const settledTexts = {
  'answer-was-right': 'The answer was right',
  'answer-fixed': 'The answer was fixed',
  'key-fixed': 'The answer key was fixed',
};

function toMarkText(mark: unknown): string {
  const read = ReplyUnderTest.safeParse(mark);
  if (!read.success) return toText(mark);
  const { run, settled } = read.data;
  if (settled === undefined) return `Failed in run ${run}, unresolved`;
  const text = `Failed in run ${run}. ${settledTexts[settled.as]}`;
  return settled.reason === undefined ? text : `${text}: ${settled.reason}`;
}

/** Both sides as lists. An absent one is empty. */
function readBoth<T>(schema: z.ZodType<readonly T[]>, before: unknown, after: unknown) {
  if (!Array.isArray(before) && !Array.isArray(after)) return undefined;
  const old = schema.safeParse(before ?? []);
  const now = schema.safeParse(after ?? []);
  return old.success && now.success ? { before: old.data, after: now.data } : undefined;
}

function toTextKind(path: string, before: unknown, after: unknown): 'text' | 'code' | 'word' {
  if (words.has(path)) return 'word';
  if (typeof (before ?? after) === 'object') return 'code';
  return typeof (before ?? after) === 'string' ? 'text' : 'word';
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function toKeyFacts(before: unknown, after: unknown): readonly Fact[] {
  const old = AnswerKey.safeParse(before ?? {});
  const now = AnswerKey.safeParse(after ?? {});
  if (!old.success || !now.success) return toFacts({ path: 'key', before, after });
  return AnswerKey.keyof()
    .options.filter((field) => !isSameJson(old.data[field], now.data[field]))
    .flatMap((path) => toFacts({ path, before: old.data[path], after: now.data[path] }))
    .map((fact) => ({ ...fact, label: `Answer key: ${fact.label.toLowerCase()}` }));
}

/** The differences of a changed turn, its text first. */
export function listTurnFacts({ before, after, fields = [] }: TurnChange): readonly Fact[] {
  const old: Readonly<Record<string, unknown>> = before?.turn ?? {};
  const now: Readonly<Record<string, unknown>> = after?.turn ?? {};
  const isText = (path: string) => path === 'msg';
  const ordered = [...fields.filter(isText), ...fields.filter((path) => !isText(path))];
  return ordered.flatMap((path) => toFacts({ path, before: old[path], after: now[path] }));
}

/** Lists of tags are short. Beyond this limit, the diff shows two whole lists. */
const mostEdits = 400;

/** The changes of a list of words, in order. Joined like the pieces of `diffWords`. */
function diffList(before: readonly string[], after: readonly string[]): readonly EditStep[] {
  const steps = findEditScript({ before, after }, mostEdits);
  if (steps !== undefined) return steps;
  return [
    ...before.map((value) => ({ kind: 'removed' as const, value })),
    ...after.map((value) => ({ kind: 'added' as const, value })),
  ];
}

export interface RefChange {
  readonly kind: 'changed' | 'added' | 'removed';
  /** The current reference, or the previous one if it was removed. */
  readonly ref: Ref;
  /** The changed fields of a changed reference. */
  readonly fields: readonly FieldChange[];
}

const refFields = Ref.keyof().options.filter((field) => field !== 'url');

/** The changes of a list of references. References with the same URL are the same. Unchanged ones are left out. */
function diffRefs(before: readonly Ref[], after: readonly Ref[]): readonly RefChange[] {
  const old = new Map(before.map((ref) => [ref.url, ref]));
  const now = new Set(after.map(({ url }) => url));
  const removed = before.filter(({ url }) => !now.has(url)).map((ref) => toChange('removed', ref));
  const others = after.flatMap((ref) => {
    const was = old.get(ref.url);
    if (was === undefined) return [toChange('added', ref)];
    const fields = listFields(was, ref);
    return fields.length === 0 ? [] : [{ kind: 'changed' as const, ref, fields }];
  });
  return [...removed, ...others];
}

function toChange(kind: RefChange['kind'], ref: Ref): RefChange {
  return { kind, ref, fields: [] };
}

function listFields(before: Ref, after: Ref): readonly FieldChange[] {
  return refFields
    .filter((field) => !isSameJson(before[field], after[field]))
    .map((path) => ({ path, before: before[path], after: after[path] }));
}
