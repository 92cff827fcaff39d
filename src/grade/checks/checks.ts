import type { GraderKind } from '../../conversation/grader-spec.ts';
import type { Check } from './check.ts';
import { checkContains } from './contains.ts';
import { checkEquals } from './equals.ts';
import { checkJson } from './json.ts';
import { checkRegex } from './regex.ts';
import { checkStartsWith } from './starts-with.ts';

/** The checks there are. A kind without one is ungraded, and says so. */
export const checks: { readonly [Kind in GraderKind]?: Check<Kind> } = {
  equals: checkEquals,
  contains: checkContains,
  regex: checkRegex,
  'starts-with': checkStartsWith,
  json: checkJson,
};
