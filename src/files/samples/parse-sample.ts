import { definedOnly } from '../../base/defined-only.ts';
import { renderJsonPath } from '../../base/json-value.ts';
import { findNearest } from '../../base/nearest.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema, type PathSegment, type SchemaIssue } from '../../base/schema-check.ts';
import { type Sample, SampleMessage, Split } from '../../conversation/sample.ts';
import { renderGot, SampleFlaw } from './sample-flaw.ts';
import { parseTruth } from './sample-truth.ts';

export const sampleKeys = [
  'id',
  'messages',
  'expected',
  'score',
  'ratings',
  'tags',
  'split',
  'inclusion_probability',
  'description',
] as const;

/** A parsed sample. It may not have an id yet. */
export interface ParsedSample extends Omit<Sample, 'id'> {
  readonly id?: string;
}

interface WrittenSample {
  readonly value: unknown;
  /** Name of the table of the sample, `[samples.<name>]`. */
  readonly name?: string | undefined;
  /** Whether to write hints as JSON. */
  readonly isJson: boolean;
}

/** Parses one sample. Returns the first flaw if it is invalid. */
export function parseSample({ value, name, isJson }: WrittenSample): ParsedSample | SampleFlaw {
  if (!isPlainObject(value)) {
    return new SampleFlaw({ path: [], reason: `a sample must be a mapping with messages, got ${renderGot(value)}` });
  }
  const early = findOldForm(value, isJson) ?? findMissingMessages(value);
  if (early !== undefined) return early;
  const id = parseId(value.id, name);
  if (id instanceof SampleFlaw) return id;
  const messages = parseMessages(value.messages);
  if (messages instanceof SampleFlaw) return messages;
  const truth = parseTruth(value);
  if (truth instanceof SampleFlaw) return truth;
  const tags = parseTags(value.tags);
  if (tags instanceof SampleFlaw) return tags;
  const split = parseSplit(value.split);
  if (split instanceof SampleFlaw) return split;
  const selection = parseSelection(value.inclusion_probability);
  if (selection instanceof SampleFlaw) return selection;
  return {
    ...definedOnly({ id }),
    messages,
    ...truth,
    tags,
    split,
    ...definedOnly({ selection }),
    meta: pickMeta(value),
  };
}

function findMissingMessages(sample: Readonly<Record<string, unknown>>): SampleFlaw | undefined {
  if (sample.messages != null) return undefined;
  const meant = Object.keys(sample).find((key) => findNearest(key, ['messages']) !== undefined && key !== 'messages');
  if (meant === undefined) return new SampleFlaw({ path: [], reason: 'it has no messages' });
  return new SampleFlaw({
    path: [meant],
    reason: `it has "${meant}" instead of messages`,
    hint: 'Did you mean "messages"?',
  });
}

function parseId(id: unknown, name: string | undefined): string | undefined | SampleFlaw {
  const path = id === undefined ? [] : ['id'];
  if (id === undefined || id === null || id === name) {
    return name?.trim() === '' ? new SampleFlaw({ path, reason: 'its id is blank' }) : name;
  }
  if (typeof id !== 'string') {
    const hint = typeof id === 'number' ? { hint: `Put it in quotes: "${id}".` } : {};
    return new SampleFlaw({ path, reason: `id must be text, got ${renderGot(id)}`, ...hint });
  }
  if (id.trim() === '') return new SampleFlaw({ path, reason: 'its id is blank' });
  if (name === undefined) return id;
  const reason = `its table is named ${renderGot(name)}, but its id is ${renderGot(id)}`;
  return new SampleFlaw({ path, reason, hint: 'The table name is the id. Remove one of them.' });
}

function parseTags(tags: unknown): string[] | SampleFlaw {
  if (tags === undefined || tags === null) return [];
  const path = ['tags'];
  const hint = 'Write tags = ["math"]';
  if (!Array.isArray(tags))
    return new SampleFlaw({ path, reason: `tags must be a list, got ${renderGot(tags)}`, hint });
  const bad = tags.findIndex((tag) => typeof tag !== 'string');
  if (bad === -1) return tags.map(String);
  return new SampleFlaw({
    path: ['tags', bad],
    reason: `tags[${bad}] must be text, got ${renderGot(tags[bad])}`,
    hint,
  });
}

function parseSplit(split: unknown): Sample['split'] | SampleFlaw {
  if (split === undefined || split === null) return 'tune';
  const result = Split.safeParse(split);
  if (result.success) return result.data;
  const nearest = typeof split === 'string' ? findNearest(split, Split.options) : undefined;
  const hint = nearest === undefined ? {} : { hint: `Did you mean "${nearest}"?` };
  return new SampleFlaw({
    path: ['split'],
    reason: `split must be "tune" or "test", got ${renderGot(split)}`,
    ...hint,
  });
}

/** The selection of a sample that was drawn at random. */
function parseSelection(chance: unknown): Sample['selection'] | SampleFlaw {
  if (chance === undefined || chance === null) return undefined;
  if (typeof chance === 'number' && chance > 0 && chance <= 1) return { by: 'draw', inclusionProbability: chance };
  const reason = `inclusion_probability must be above 0 and at most 1, got ${renderGot(chance)}`;
  return new SampleFlaw({
    path: ['inclusion_probability'],
    reason,
    hint: 'Leave it out if you chose the sample yourself.',
  });
}

const nounKeys: readonly string[] = sampleKeys.filter((key) => key !== 'description');

function pickMeta(sample: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sample).filter(([key]) => !nounKeys.includes(key)));
}

const userKeys = ['userMessage', 'userInput'];
const assistantKeys = ['assistantResponse'];

/** Explains a sample in the form before `messages`, and shows its texts in the new form. */
function findOldForm(sample: Readonly<Record<string, unknown>>, isJson: boolean): SampleFlaw | undefined {
  if (sample.messages !== undefined) return undefined;
  const key = [...userKeys, ...assistantKeys].find((name) => Object.hasOwn(sample, name));
  if (key === undefined) return undefined;
  const turns = [...toTurn('user', userKeys, sample), ...toTurn('assistant', assistantKeys, sample)];
  const shown = turns.map(({ role, content }) =>
    isJson ? `{"role": "${role}", "content": ${content}}` : `{ role = "${role}", content = ${content} }`,
  );
  return new SampleFlaw({
    code: 'SAMPLE_OLD_FORM',
    path: [key],
    reason: 'it uses the old userMessage/assistantResponse pair instead of messages',
    hint: isJson ? `Write "messages": [${shown.join(', ')}]` : `Write messages = [${shown.join(', ')}]`,
  });
}

interface Turn {
  readonly role: string;
  readonly content: string;
}

function toTurn(role: string, keys: readonly string[], sample: Readonly<Record<string, unknown>>): readonly Turn[] {
  const key = keys.find((name) => Object.hasOwn(sample, name));
  return key === undefined ? [] : [{ role, content: JSON.stringify(shorten(sample[key])) }];
}

const shownCharacters = 60;

/** Counts characters, not code units, so it never cuts a character in two. */
function shorten(value: unknown): string {
  const text = typeof value === 'string' ? value : '…';
  const characters = [...text.slice(0, 4 * shownCharacters)];
  return characters.length > shownCharacters ? `${characters.slice(0, shownCharacters - 1).join('')}…` : text;
}

/** Parses the messages of a sample: a non-empty list with any roles in any order, and text content. */
function parseMessages(written: unknown): SampleMessage[] | SampleFlaw {
  const path = ['messages'];
  if (!Array.isArray(written)) {
    return new SampleFlaw({ path, reason: `messages must be a list, got ${renderGot(written)}`, hint: listHint });
  }
  if (written.length === 0) return new SampleFlaw({ path, reason: 'messages is an empty list', hint: listHint });
  const messages: SampleMessage[] = [];
  for (const [index, value] of written.entries()) {
    const message = parseMessage(value, index);
    if (message instanceof SampleFlaw) return message;
    messages.push(message);
  }
  return messages;
}

const listHint = 'Write messages = [{ role = "user", content = "…" }, { role = "assistant", content = "…" }]';

function parseMessage(value: unknown, index: number): SampleMessage | SampleFlaw {
  const path = ['messages', index];
  if (!isPlainObject(value)) {
    const reason = `${renderJsonPath(path)} must be a mapping with role and content, got ${renderGot(value)}`;
    return new SampleFlaw({ path, reason });
  }
  const flaw =
    findTextFlaw(value, 'role', index) ?? (isCallAlone(value) ? undefined : findTextFlaw(value, 'content', index));
  if (flaw !== undefined) return flaw;
  const result = checkSchema(SampleMessage, withPlainParts(value));
  return result.value ?? toCallFlaw(path, result.issues);
}

/** A message that calls tools needs no text. */
function isCallAlone({ content, tool_calls: calls }: Record<string, unknown>): boolean {
  return Array.isArray(calls) && calls.length > 0 && (content == null || content === '');
}

/** Role and content are valid, so the flaw is in a tool call. */
function toCallFlaw(path: readonly PathSegment[], issues: readonly SchemaIssue[]): SampleFlaw {
  const [key = 'tool_calls', index = 0] = issues[0]?.path ?? [];
  const at = [...path, key, index];
  const hint =
    'Write tool_calls = [{ name = "search", arguments = { query = "…" } }], or copy the tool calls from a chat API.';
  return new SampleFlaw({ path: at, reason: `${renderJsonPath(at)} is not a tool call`, hint });
}

/** Treats null as absent. A message with only tool calls has an empty text. */
function withPlainParts(message: Record<string, unknown>): Record<string, unknown> {
  const { content, tool_calls: calls, ...rest } = message;
  return { ...rest, content: content ?? '', ...(calls == null ? {} : { tool_calls: calls }) };
}

function findTextFlaw(message: Record<string, unknown>, key: string, index: number): SampleFlaw | undefined {
  const path = ['messages', index, key];
  const value = message[key];
  if (typeof value === 'string' && value !== '') return undefined;
  if (value === undefined)
    return new SampleFlaw({ path: ['messages', index], reason: `${renderJsonPath(path)} is missing` });
  const reason = value === '' ? 'is empty' : `must be text, got ${renderGot(value)}`;
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  const hint = isPlain ? { hint: `Put it in quotes: "${String(value)}".` } : {};
  return new SampleFlaw({ path, reason: `${renderJsonPath(path)} ${reason}`, ...hint });
}
