import type { Usage } from '../../conversation/run/run-record.ts';
import type { GradedSubject } from '../graded-conversation.ts';
import { listCalls, measureCost, measureLatency, toShownMs, toShownUsd } from './call-checks.ts';
import type { CheckResult, Wanted } from './check.ts';

type LimitName = keyof Wanted<'limits'>;

interface Measure {
  /** Undefined: it is not known. Then it is never 0. */
  readonly find: (subject: GradedSubject) => number | undefined;
  readonly show: (amount: number) => string;
  /** The name of what is measured, for people. */
  readonly what: string;
}

const measures: Readonly<Record<LimitName, Measure>> = {
  max_tool_calls: { find: ({ toolCalls }) => toolCalls.length, show: String, what: 'tool calls' },
  max_tokens: { find: findTokens, show: String, what: 'tokens' },
  max_input_tokens: { find: (subject) => sumUsage(subject, 'inputTokens'), show: String, what: 'input tokens' },
  max_output_tokens: { find: (subject) => sumUsage(subject, 'outputTokens'), show: String, what: 'output tokens' },
  max_usd: { find: measureCost, show: toShownUsd, what: 'cost' },
  max_ms: { find: measureLatency, show: (ms) => `${toShownMs(ms)} ms`, what: 'latency' },
};

/**
 * Passes if the reply stays within all limits. The score is the share of limits that it keeps. A limit whose value is
 * unknown is never kept or exceeded: if it could decide the verdict, the verdict is ungraded.
 */
export function checkLimits(subject: GradedSubject, limits: Wanted<'limits'>): CheckResult {
  const found = listLimits(limits).map(([name, max]) => {
    const { find, show, what } = measures[name];
    const got = find(subject);
    if (got === undefined) return { name, said: what, isKept: undefined };
    return { name, got, isKept: got <= max, said: `${what} ${show(got)} (limit ${show(max)})` };
  });
  const kept = found.filter(({ isKept }) => isKept === true);
  const over = found.filter(({ isKept }) => isKept === false);
  const unknown = found.filter(({ isKept }) => isKept === undefined);
  const unknownSaid = unknown.length === 0 ? '' : ` Unknown: ${list(unknown)}.`;
  const evidence = Object.fromEntries(found.map(({ name, got = null }) => [name, got]));
  if (unknown.length === found.length) return { cause: 'not-applicable', reason: unknownSaid.trim(), evidence };
  const shares = `${kept.length} of ${found.length} limits kept.`;
  const details = `${over.length === 0 ? '' : ` Over: ${list(over)}.`}${kept.length === 0 ? '' : ` Kept: ${list(kept)}.`}`;
  const reason = `${shares}${details}${unknownSaid}`;
  return {
    score: kept.length / found.length,
    reason,
    evidence,
    ...(unknown.length === 0 ? {} : { unmeasured: { atMost: (kept.length + unknown.length) / found.length, reason } }),
  };
}

function listLimits(limits: Wanted<'limits'>): readonly (readonly [LimitName, number])[] {
  // The keys of the schema are the names.
  const names = Object.keys(measures) as LimitName[];
  return names.flatMap((name) => {
    const max = limits[name];
    return max === undefined ? [] : [[name, max] as const];
  });
}

function list(entries: readonly { readonly said: string }[]): string {
  return entries.map(({ said }) => said).join(', ');
}

function findTokens(subject: GradedSubject): number | undefined {
  const [input, output] = [sumUsage(subject, 'inputTokens'), sumUsage(subject, 'outputTokens')];
  return input === undefined || output === undefined ? undefined : input + output;
}

/** The tokens of all calls. Undefined: the provider of one of them did not count. */
export function sumUsage(subject: GradedSubject, key: keyof Usage): number | undefined {
  const calls = listCalls(subject);
  let sum = 0;
  for (const { usage } of calls ?? []) {
    const tokens = usage?.[key];
    if (tokens === undefined) return undefined;
    sum += tokens;
  }
  return calls === undefined ? undefined : sum;
}
