import { basename } from 'node:path';
import { quoteValue } from '../../base/explain-issue.ts';
import { type Place, type Problem, toError, toWarning } from '../../base/fault.ts';
import { findNearest } from '../../base/nearest.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema, withoutEchoes } from '../../base/schema-check.ts';
import {
  ContextSpec,
  type DeckContext,
  offeredContexts,
  type Scale,
  showingContexts,
} from '../../conversation/judge/deck.ts';
import { renderOutputFormat } from '../../conversation/judge/scale.ts';
import type { Sample } from '../../conversation/sample.ts';
import { listNamedTables } from '../samples/sample-reader.ts';
import { errorAt, type PlacedData, toProblems } from '../syntax/placed-data.ts';

/** A declared context, and the place of its name. */
export interface PlacedContext {
  readonly context: DeckContext;
  readonly place: Place;
}

/** One `[contexts.<name>]` table. `placed` is absent if a problem is an error. */
export interface ContextReading {
  readonly name: string;
  readonly placed?: PlacedContext;
  readonly problems: readonly Problem[];
}

/** What a TOML file defines, apart from its samples. */
interface Definitions {
  readonly contexts: readonly ContextReading[];
  readonly hasSamples: boolean;
  /** Problems of the file itself. Each context has its own. */
  readonly problems: readonly Problem[];
}

/** Reads the definitions of a TOML file. Its samples are only noticed. */
export function readDefinitions(data: PlacedData, prefix: 'SAMPLES' | 'DECK'): Definitions {
  const table = isPlainObject(data.value) ? data.value : {};
  const problems = Object.keys(table).flatMap((key) => toUnknownTop(key, data, prefix));
  const hasSamples = Object.hasOwn(table, 'samples');
  const { contexts = {} } = table;
  if (isPlainObject(contexts)) return { contexts: readContexts(contexts, data), hasSamples, problems };
  const message = `Expected tables named [contexts.<name>], got ${quoteValue(contexts)}.`;
  const hint = 'Write [contexts.fullConversation] and assistantQuestion = "…" below it.';
  const flaw = errorAt(data, ['contexts'], { code: 'DECK_BAD_VALUE', message, hint });
  return { contexts: [], hasSamples, problems: [...problems, flaw] };
}

const topKeys = ['contexts', 'samples'];

/** Files of other tools have more tables, which are ignored. A key that is nearly a known one is a typo. */
function toUnknownTop(key: string, data: PlacedData, prefix: 'SAMPLES' | 'DECK'): readonly Problem[] {
  if (topKeys.includes(key)) return [];
  const code = `${prefix}_UNKNOWN_KEY` as const;
  const meant = findNearest(key, topKeys);
  if (meant !== undefined) {
    const message = `Unknown key ${quoteValue(key)}.`;
    return [errorAt(data, [key], { code, message, hint: `Did you mean "${meant}"?` }, 'key')];
  }
  return [toWarning(errorAt(data, [key], { code, ...explainIgnored(key, data.value) }, 'key'))];
}

/** The message and hint for a top-level key that Turnwise does not use. */
export function explainIgnored(key: string, data: unknown): Pick<Problem, 'message' | 'hint'> {
  const value = isPlainObject(data) ? data[key] : undefined;
  const isList = Array.isArray(value) && value.every(isPlainObject);
  const name = isList ? `[[${key}]]` : isPlainObject(value) ? `[${key}]` : `"${key}"`;
  const message = `Turnwise ignores ${name}.`;
  if (key === 'tools') return { message, hint: 'A judge has no tools to call.' };
  if (key !== 'messages') return { message };
  const hint =
    'Write each as a sample: [[samples]] with messages = [{ role = "user", content = "…" }] and expected = { score = 1 }.';
  return { message, hint };
}

function readContexts(table: Readonly<Record<string, unknown>>, data: PlacedData): readonly ContextReading[] {
  return listNamedTables(data, ['contexts'], table).map(({ name, value }) => readContext(name, value, data));
}

function readContext(name: string, written: unknown, data: PlacedData): ContextReading {
  const asked = withNewName(written);
  const base = ['contexts', name];
  const issues = checkSchema(ContextSpec, asked).issues ?? [];
  const unknown = issues.filter(({ kind, path }) => kind === 'unknown-key' && path.length === 1);
  const result = checkSchema(ContextSpec, withoutKeys(asked, new Set(unknown.map(({ path }) => path[0]))));
  const context = { prefix: 'DECK', base, where: `context ${quoteValue(name)}` } as const;
  if (result.value === undefined) {
    return { name, problems: toProblems(withoutEchoes([...unknown, ...result.issues]), data, context) };
  }
  const ignored = toProblems(unknown, data, context).map(toWarning);
  const placed = { context: { ...result.value, name, file: data.file }, place: data.placeOf(base, 'key') };
  return { name, placed, problems: ignored };
}

/** `question` is the older name of `assistantQuestion`. */
function withNewName(written: unknown): unknown {
  if (!isPlainObject(written) || Object.hasOwn(written, 'assistantQuestion')) return written;
  const { question, ...rest } = written;
  return question === undefined ? written : { assistantQuestion: question, ...rest };
}

export function withoutKeys(written: unknown, keys: ReadonlySet<unknown>): unknown {
  if (keys.size === 0 || !isPlainObject(written)) return written;
  return Object.fromEntries(Object.entries(written).filter(([key]) => !keys.has(key)));
}

interface ContextCheck {
  /** Every context of the deck, in order. */
  readonly contexts: readonly PlacedContext[];
  /** The deck, as shown to people. */
  readonly file: string;
  /** A TOML file that the deck already includes, as shown to people. */
  readonly tomlFile?: string | undefined;
  readonly samples: readonly Sample[];
}

/** Checks that the judge sees what it grades, and that every context has a value. */
export function checkContexts(check: ContextCheck): readonly Problem[] {
  const others = check.contexts.flatMap((placed) => [...toSkipped(placed), ...toUncalibrated(placed, check)]);
  const shown = check.contexts.filter(({ context }) => showingContexts.includes(context.name));
  const [first] = shown;
  if (first === undefined) return [toNoGrader(check), ...others];
  return shown.some(({ context }) => context.name === 'fullConversation') ? others : [toLastExchange(first), ...others];
}

const conversationLines = '  [contexts.fullConversation]\n  assistantQuestion = "Which conversation do I grade?"';

function toNoGrader({ file, tomlFile }: ContextCheck): Problem {
  const own = `${basename(file).replace(/(?:\.deck)?\.\w+$/, '')}.deck.toml`;
  const hint =
    tomlFile === undefined
      ? `Add ![contexts](${own}) to the deck, and write to ${own}:\n${conversationLines}`
      : `Add to ${tomlFile}:\n${conversationLines}`;
  const message = `"${file}" is not a grader: it declares no context that shows the conversation, so a judge would see nothing to grade.`;
  return toError({ code: 'DECK_NOT_A_GRADER', message, hint, reading: 'deck', file, line: 1, column: 1 });
}

function toLastExchange({ place }: PlacedContext): Problem {
  const message = 'The judge sees only the last exchange, because the deck does not declare "fullConversation".';
  const hint = `To show the whole conversation, add:\n${conversationLines}`;
  return toWarning({ code: 'DECK_LAST_EXCHANGE', message, hint, reading: 'deck TOML', ...place });
}

/** Whether the context can have a value. Otherwise it is skipped. */
export function hasValue({ name, default: value }: DeckContext): boolean {
  return (value !== undefined && value !== null) || offeredContexts.some((offered) => offered === name);
}

/**
 * The contexts that a judge is asked, in order. `outputFormat` without a default says how to answer on the scale, so
 * that the text is part of the deck and of its hash.
 */
export function toAskedContexts(contexts: readonly PlacedContext[], scale: Scale): readonly DeckContext[] {
  return contexts
    .map(({ context }) => context)
    .filter(hasValue)
    .map((context) => (isOurFormat(context) ? { ...context, default: renderOutputFormat(scale) } : context));
}

function isOurFormat({ name, default: value }: DeckContext): boolean {
  return name === 'outputFormat' && (value === undefined || value === null);
}

function toSkipped({ context, place }: PlacedContext): readonly Problem[] {
  const { name } = context;
  if (hasValue(context)) return [];
  const nearest = findNearest(name, offeredContexts);
  const hint =
    nearest === undefined
      ? `Give it a default, or use a context that Turnwise provides: ${offeredContexts.join(', ')}.`
      : `Did you mean "${nearest}"?`;
  const message = `The judge is not asked for the context ${quoteValue(name)}: Turnwise does not provide it, and it has no default.`;
  return [toWarning({ code: 'DECK_UNKNOWN_CONTEXT', message, hint, reading: 'deck TOML', ...place })];
}

/** The contexts that every sample provides, because they come from its messages or from the deck. */
const fromMessages: readonly string[] = [
  'fullConversation',
  'userMessage',
  'assistantResponse',
  'outputFormat',
  'question',
];

/** A sample has only a conversation and its expected result. Other contexts would come from an eval case. */
function toUncalibrated({ context, place }: PlacedContext, { samples }: ContextCheck): readonly Problem[] {
  const { name } = context;
  const isGiven = fromMessages.includes(name) || name === 'expected' || context.default !== undefined;
  if (isGiven || samples.length === 0 || !offeredContexts.some((offered) => offered === name)) return [];
  if (samples.some(({ expected }) => isPlainObject(expected) && Object.hasOwn(expected, name))) return [];
  const message = `The deck cannot be calibrated: none of its samples provides the context ${quoteValue(name)}.`;
  const hint = `Add ${name} to \`expected\` in each sample, or give the context a default.`;
  return [toWarning({ code: 'DECK_NOT_CALIBRATABLE', message, hint, reading: 'deck TOML', ...place })];
}
