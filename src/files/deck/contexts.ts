import { quoteValue } from '../../base/explain-issue.ts';
import { type Place, type Problem, toError } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema } from '../../base/schema-check.ts';
import { ContextSpec, type DeckContext } from '../../conversation/judge/deck.ts';
import { listNamedTables } from '../samples/named-tables.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import { toProblems } from '../syntax/schema-problems.ts';

/** A declared context and where its name is. */
export interface PlacedContext {
  readonly context: DeckContext;
  readonly place: Place;
}

export interface ContextsReading {
  readonly contexts: readonly PlacedContext[];
  readonly problems: readonly Problem[];
}

/** The `[contexts.<name>]` tables of TOML data, in their order. */
export function readContexts(data: PlacedData): ContextsReading {
  const value = isPlainObject(data.value) ? data.value.contexts : undefined;
  if (value === undefined) return { contexts: [], problems: [] };
  if (!isPlainObject(value)) {
    const message = `Expected tables named [contexts.<name>], got ${quoteValue(value)}.`;
    const hint = 'Write [contexts.fullConversation] and assistantQuestion = "…" below it.';
    const place = { reading: data.reading, ...data.placeOf(['contexts']) };
    return { contexts: [], problems: [toError({ code: 'DECK_BAD_VALUE', message, hint, ...place })] };
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
