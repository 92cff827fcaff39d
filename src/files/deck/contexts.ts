import { basename } from 'node:path';
import { z } from 'zod';
import { quoteValue } from '../../base/explain-issue.ts';
import { type Place, type Problem, toError, toWarning } from '../../base/fault.ts';
import { findNearest } from '../../base/nearest.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema } from '../../base/schema-check.ts';
import { ContextSpec, type DeckContext, offeredContexts } from '../../conversation/judge/deck.ts';
import type { Sample } from '../../conversation/sample.ts';
import { listNamedTables, readSampleTable, type SampleReader } from '../samples/sample-reader.ts';
import { errorAt, type PlacedData, toProblems } from '../syntax/placed-data.ts';

/** A declared context, and the place of its name. */
export interface PlacedContext {
  readonly context: DeckContext;
  readonly place: Place;
}

interface ContextsReading {
  readonly contexts: readonly PlacedContext[];
  readonly problems: readonly Problem[];
}

/** The `[contexts.<name>]` tables of TOML data, in order. */
function readContexts(data: PlacedData): ContextsReading {
  const value = isPlainObject(data.value) ? data.value.contexts : undefined;
  if (value === undefined) return { contexts: [], problems: [] };
  if (!isPlainObject(value)) {
    const message = `Expected tables named [contexts.<name>], got ${quoteValue(value)}.`;
    const hint = 'Write [contexts.fullConversation] and assistantQuestion = "…" below it.';
    return { contexts: [], problems: [errorAt(data, ['contexts'], { code: 'DECK_BAD_VALUE', message, hint })] };
  }
  const contexts: PlacedContext[] = [];
  const problems: Problem[] = [];
  for (const { name, value: written } of listNamedTables(data, ['contexts'], value)) {
    const result = checkSchema(ContextSpec, written);
    if (result.value === undefined) {
      const where = `context ${quoteValue(name)}`;
      problems.push(...toProblems(result.issues, data, { prefix: 'DECK', base: ['contexts', name], where }));
    } else {
      const place = data.placeOf(['contexts', name], 'key');
      contexts.push({ context: { ...result.value, name, file: data.file }, place });
    }
  }
  return { contexts, problems };
}

const DefinitionsHead = z.strictObject({ contexts: z.unknown().optional(), samples: z.unknown().optional() });

interface Definitions {
  readonly contexts: readonly PlacedContext[];
  readonly hasSamples: boolean;
  /** Problems of the file and its contexts. The reader has those of samples. */
  readonly problems: readonly Problem[];
}

/** Reads the definitions of a TOML file: contexts, and samples, which go to the reader. */
export function readDefinitions(data: PlacedData, reader: SampleReader, prefix: 'SAMPLES' | 'DECK'): Definitions {
  const head = checkSchema(DefinitionsHead, data.value);
  const { contexts, problems } = readContexts(data);
  const hasSamples = isPlainObject(data.value) && Object.hasOwn(data.value, 'samples');
  if (hasSamples) readSampleTable(data, ['samples'], reader);
  return { contexts, hasSamples, problems: [...toProblems(head.issues ?? [], data, { prefix }), ...problems] };
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

/** Checks that the judge sees the conversation, and that every context has a value. */
export function checkContexts(check: ContextCheck): readonly Problem[] {
  const isBlind = check.contexts.every(({ context }) => context.name !== 'fullConversation');
  const others = check.contexts.flatMap((placed) => [...toUnknown(placed), ...toUncalibrated(placed, check)]);
  return isBlind ? [toBlind(check), ...others] : others;
}

function toBlind({ file, tomlFile }: ContextCheck): Problem {
  const lines = '  [contexts.fullConversation]\n  assistantQuestion = "Which conversation do I grade?"';
  const own = `${basename(file).replace(/(?:\.deck)?\.\w+$/, '')}.deck.toml`;
  const hint =
    tomlFile === undefined
      ? `Add ![contexts](${own}) to the deck, and write to ${own}:\n${lines}`
      : `Add to ${tomlFile}:\n${lines}`;
  const message =
    'The deck does not declare the context "fullConversation", so the judge would not see the conversation.';
  return toError({ code: 'DECK_BLIND', message, hint, reading: 'deck', file, line: 1, column: 1 });
}

function toUnknown({ context, place }: PlacedContext): readonly Problem[] {
  const { name } = context;
  if (context.default !== undefined || offeredContexts.some((offered) => offered === name)) return [];
  const nearest = findNearest(name, offeredContexts);
  const hint =
    nearest === undefined
      ? `Give it a default, or use a context that Turnwise provides: ${offeredContexts.join(', ')}.`
      : `Did you mean "${nearest}"?`;
  const message = `Turnwise does not provide the context ${quoteValue(name)}, and it has no default.`;
  return [toError({ code: 'DECK_UNKNOWN_CONTEXT', message, hint, reading: 'deck TOML', ...place })];
}

/** A sample has only a conversation and its expected result. Other contexts would come from an eval case. */
function toUncalibrated({ context, place }: PlacedContext, { samples }: ContextCheck): readonly Problem[] {
  const { name } = context;
  const isGiven = name === 'fullConversation' || name === 'expected' || context.default !== undefined;
  if (isGiven || samples.length === 0 || !offeredContexts.some((offered) => offered === name)) return [];
  if (samples.some(({ expected }) => isPlainObject(expected) && Object.hasOwn(expected, name))) return [];
  const message = `The deck cannot be calibrated: none of its samples provides the context ${quoteValue(name)}.`;
  const hint = `Add ${name} to \`expected\` in each sample, or give the context a default.`;
  return [toWarning({ code: 'DECK_NOT_CALIBRATABLE', message, hint, reading: 'deck TOML', ...place })];
}
