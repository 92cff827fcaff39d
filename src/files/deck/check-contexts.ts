import { basename } from 'node:path';
import { quoteValue } from '../../base/explain-issue.ts';
import { type Problem, toError, toWarning } from '../../base/fault.ts';
import { findNearest } from '../../base/nearest.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { offeredContexts } from '../../conversation/judge/deck.ts';
import type { Sample } from '../../conversation/sample.ts';
import type { PlacedContext } from './contexts.ts';

export interface ContextCheck {
  /** Every context of the deck, in order. */
  readonly contexts: readonly PlacedContext[];
  /** The deck, as shown to people. */
  readonly file: string;
  /** A TOML file the deck includes already, as shown to people. */
  readonly tomlFile?: string | undefined;
  readonly samples: readonly Sample[];
}

/** Whether a judge that follows the deck would see what it grades, and nothing it asks for stays unanswered. */
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

/** A sample is a conversation and what was expected of it. It has no eval case behind it that could give the rest. */
function toUncalibrated({ context, place }: PlacedContext, { samples }: ContextCheck): readonly Problem[] {
  const { name } = context;
  const isGiven = name === 'fullConversation' || name === 'expected' || context.default !== undefined;
  if (isGiven || samples.length === 0 || !offeredContexts.some((offered) => offered === name)) return [];
  if (samples.some(({ expected }) => isPlainObject(expected) && Object.hasOwn(expected, name))) return [];
  const message = `The deck cannot be calibrated: none of its samples provides the context ${quoteValue(name)}.`;
  const hint = `Add ${name} to \`expected\` in each sample, or give the context a default.`;
  return [toWarning({ code: 'DECK_NOT_CALIBRATABLE', message, hint, reading: 'deck TOML', ...place })];
}
