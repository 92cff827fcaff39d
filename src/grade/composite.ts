import type { CompositeSpec, GraderSpec } from '../conversation/grader-spec.ts';
import { toPositiveScore, toWeightedMean, type Verdict } from '../conversation/verdict.ts';
import type { CaseGrader, GradeRequest } from './case-graders.ts';
import type { CheckResult, CheckTools } from './checks/check.ts';
import { runGradingCommand } from './checks/command.ts';
import { toShownScore } from './checks/excerpt.ts';

type Graded = Extract<Verdict, { status: 'graded' }>;

/** A verdict of a part, under the id that the part has inside the composite. */
interface Part {
  readonly id: string;
  readonly verdict: Graded;
}

/** The parts of a composite, or why they cannot be combined. */
export type PartReading = { readonly parts: readonly Part[] } | { readonly open: CheckResult };

/** How many levels of composites are inside the grader. 0: it is not a composite. */
export function toHeight({ composite }: Pick<GraderSpec, 'composite'>): number {
  return composite === undefined ? 0 : 1 + Math.max(0, ...composite.graders.map(toHeight));
}

/**
 * Reads the verdicts of the parts. If one of them is missing or ungraded, the composite is ungraded for the same cause:
 * the others alone would give another score. A part with the weight 0 may be ungraded, unless something reads it.
 */
export function readParts({ grader, parts = [] }: GradeRequest): PartReading {
  const { graders, aggregate = 'mean', required = [] } = toComposite(grader);
  const isRead = ({ grader: id, weight }: Verdict) =>
    weight !== 0 || typeof aggregate === 'object' || required.includes(toPartId(grader, id));
  const ungraded = parts.find((verdict) => verdict.status === 'ungraded' && isRead(verdict));
  if (ungraded?.status === 'ungraded') {
    const { cause, reason = cause } = ungraded;
    return { open: { cause, reason: `"${toPartId(grader, ungraded.grader)}" gave no score. ${reason}` } };
  }
  if (parts.length < graders.length) {
    const reason = `Only ${parts.length} of the ${graders.length} graders in the composite gave a verdict.`;
    return { open: { cause: 'not-applicable', reason } };
  }
  return {
    parts: parts.flatMap((verdict) =>
      verdict.status === 'graded' ? [{ id: toPartId(grader, verdict.grader), verdict }] : [],
    ),
  };
}

/** Combines the parts without a model: by their weighted mean, or with a program. */
export function checkComposite(request: GradeRequest, tools: CheckTools): CheckResult | Promise<CheckResult> {
  const reading = readParts(request);
  if ('open' in reading) return reading.open;
  const { parts } = reading;
  const spec = toComposite(request.grader);
  const { aggregate } = spec;
  if (typeof aggregate !== 'object' || !('command' in aggregate))
    return withRequired(toMean(parts, aggregate === 'pass-rate'), parts, spec);
  const result = runGradingCommand(toCommand(aggregate), JSON.stringify({ results: toResults(parts) }), tools);
  return result instanceof Promise
    ? result.then((late) => withRequired(late, parts, spec))
    : withRequired(result, parts, spec);
}

type Program = Extract<CompositeSpec['aggregate'], { readonly command: unknown }>;

function toCommand({ command, ...more }: Program) {
  return { run: command, ...more };
}

/** The composite fails if a required part failed, whatever its score. */
export function withRequired(
  result: CheckResult,
  parts: readonly Part[],
  { required = [] }: CompositeSpec,
): CheckResult {
  const failed = parts.filter(({ id, verdict }) => required.includes(id) && !verdict.pass).map(({ id }) => id);
  if (failed.length === 0 || 'cause' in result) return result;
  return { ...result, pass: false, reason: `${result.reason} Required, but failed: ${failed.join(', ')}.` };
}

function toMean(parts: readonly Part[], isPassRate: boolean): CheckResult {
  const toScore = ({ verdict }: Part) => (isPassRate ? Number(verdict.pass) : toPositiveScore(verdict));
  const counted = parts.filter(({ verdict }) => verdict.weight !== 0);
  const mean = toWeightedMean(
    counted.map((part) => ({ normalizedScore: toScore(part), weight: part.verdict.weight ?? 1 })),
  );
  // Sums of decimal scores are slightly off, and 0.8 must reach 0.8.
  const score = Number(mean.toPrecision(12));
  const scores = parts.map((part) => renderPart(part, toScore(part))).join(', ');
  return {
    score,
    reason: `${isPassRate ? 'Share that passes' : 'Weighted mean'} of ${scores}: ${toShownScore(score)}.`,
  };
}

function renderPart({ id, verdict }: Part, score: number): string {
  const weight = verdict.weight === undefined || verdict.weight === 1 ? '' : ` (weight ${verdict.weight})`;
  return `${id} ${toShownScore(score)}${weight}`;
}

/** The results as AgentV gives them to programs and judges. */
export function toResults(parts: readonly Part[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    parts.map(({ id, verdict }) => {
      const { pass, reason, evidence } = verdict;
      const { hits = [], misses = [] } = Object(evidence);
      const score = toPositiveScore(verdict);
      return [id, { score, pass, verdict: pass ? 'pass' : 'fail', hits, misses, reasoning: reason }];
    }),
  );
}

function toPartId({ id }: Pick<CaseGrader, 'id'>, part: string): string {
  return part.slice(id.length + 1);
}

export function toComposite({ spec }: Pick<CaseGrader, 'spec'>): CompositeSpec {
  if (spec.composite === undefined) throw new Error('Only a composite has parts.');
  return spec.composite;
}
