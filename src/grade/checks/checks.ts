import type { GraderKind } from '../../conversation/grader-spec.ts';
import { checkCost, checkLatency } from './call-checks.ts';
import type { Check } from './check.ts';
import { checkCitations } from './citations.ts';
import { checkCommand } from './command.ts';
import { checkJson } from './json.ts';
import { checkJsonSchema } from './json-schema.ts';
import { checkSimilarity } from './similarity.ts';
import { checkContains, checkEquals, checkLength, checkRegex, checkStartsWith } from './text-checks.ts';
import { checkToolCalls } from './tool-calls.ts';

/** The checks there are: every kind but those that ask a judge. */
export const checks: { readonly [Kind in GraderKind]?: Check<Kind> } = {
  equals: checkEquals,
  contains: checkContains,
  regex: checkRegex,
  'starts-with': checkStartsWith,
  json: checkJson,
  'json-schema': checkJsonSchema,
  similarity: checkSimilarity,
  length: checkLength,
  citations: checkCitations,
  'tool-calls': checkToolCalls,
  latency: checkLatency,
  cost: checkCost,
  command: checkCommand,
};
