import { definedOnly } from '../../base/defined-only.ts';
import { type Problem, toError } from '../../base/fault.ts';
import { checkSchema, type SchemaIssue } from '../../base/schema-check.ts';
import { type Deck, DeckHead, type Scale } from '../../conversation/judge/deck.ts';
import { gateNames, steppedGateNames, toGateKey, toGateThresholds } from '../../conversation/judge/gate-names.ts';
import {
  defaultScale,
  isCountable,
  isStepFitting,
  mostSteps,
  renderScale,
  toDefaultPass,
} from '../../conversation/judge/scale.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import { toProblems } from '../syntax/schema-problems.ts';
import { parseToml } from '../syntax/toml/parse-toml.ts';
import { headLine } from './front-matter.ts';

/** What front matter decides, defaults filled in. */
export type DeckRules = Pick<Deck, 'scale' | 'pass' | 'sees' | 'window' | 'target' | 'gate'>;

export interface HeadReading {
  /** Absent when a problem is an error. */
  readonly rules?: DeckRules;
  readonly problems: readonly Problem[];
}

/** Reads front matter. Without any, a deck has the defaults. */
export function readDeckHead(text: string, file: string): HeadReading {
  const { data, problems } = parseToml({ text, file, reading: 'deck front matter', firstLine: headLine });
  if (data === undefined) return { problems };
  const result = checkSchema(DeckHead, data.value);
  if (result.value === undefined)
    return { problems: toProblems(result.issues.map(withPlaceHint), data, { prefix: 'DECK' }) };
  const rules = toRules(result.value);
  const found = checkRules(result.value, rules, data);
  return found.length > 0 ? { problems: found } : { rules, problems: [] };
}

/** Contexts and samples are definitions, which a deck includes; in front matter they look like unknown keys. */
function withPlaceHint(issue: SchemaIssue): SchemaIssue {
  const key = issue.path.at(-1);
  if (issue.kind !== 'unknown-key') return issue;
  // Other tools name a model here.
  if (key === 'model') return { ...issue, hint: `Set the judge's target, from targets.yaml: target = "<id>"` };
  if (key !== 'contexts' && key !== 'samples') return issue;
  return { ...issue, hint: `Move [${key}] to a TOML file and include it in the deck: ![${key}](my.deck.toml)` };
}

export function toRules(head: DeckHead): DeckRules {
  const [min, max] = head.scale ?? [defaultScale.min, defaultScale.max];
  const scale = { min, max, step: head.step ?? defaultScale.step };
  return {
    scale,
    pass: head.pass ?? toDefaultPass(scale),
    sees: head.sees ?? 'history',
    ...definedOnly({ window: head.window, target: head.target }),
    ...(head.gate === undefined ? {} : { gate: toGateThresholds(head.gate) }),
  };
}

function checkRules(head: DeckHead, { scale, pass }: DeckRules, data: PlacedData): readonly Problem[] {
  const { min, max } = scale;
  const code = 'DECK_BAD_VALUE';
  const flaw = findStepsFlaw(scale);
  if (flaw !== undefined) {
    const place = data.placeOf([head.step === undefined ? 'scale' : 'step']);
    return [toError({ code, ...flaw, reading: data.reading, ...place })];
  }
  if (pass >= min && pass <= max) return checkGate(head, scale, data);
  const message = `The passing score ${pass} is outside the scale ${renderScale(scale)}.`;
  return [toError({ code, message, hint: toPassHint(scale), reading: data.reading, ...data.placeOf(['pass']) })];
}

function findStepsFlaw(scale: Scale): Pick<Problem, 'message' | 'hint'> | undefined {
  const { min, max, step } = scale;
  if (!Number.isFinite(max - min)) {
    return { message: `The scale from ${min} to ${max} is too wide.`, hint: 'Use smaller numbers.' };
  }
  if (!isStepFitting(scale)) {
    const hint = 'Use a step that divides the scale, or step = 0 to allow any number.';
    return { message: `Steps of ${step} do not divide the scale from ${min} to ${max} evenly.`, hint };
  }
  if (isCountable(scale)) return undefined;
  const steps = Math.round((max - min) / step).toLocaleString('en');
  const message = `The scale ${renderScale(scale)} has ${steps} steps. The limit is ${mostSteps.toLocaleString('en')}.`;
  return { message, hint: 'Use a larger step, or step = 0 to allow any number in the range.' };
}

/** A limit that no judge could ever meet, since its metric has no value. */
function checkGate({ gate = {} }: DeckHead, { step }: Scale, data: PlacedData): readonly Problem[] {
  if (step !== 0) return [];
  const stepped = steppedGateNames.map(toGateKey);
  const others = gateNames.map(toGateKey).filter((key) => !stepped.includes(key));
  return Object.keys(gate)
    .filter((key) => stepped.includes(key))
    .map((key) =>
      toError({
        code: 'DECK_BAD_VALUE',
        message: `The gate uses ${key}, which needs a scale with steps. With step = 0 it has no value.`,
        hint: `Set a step, or use another metric: ${others.join(', ')}.`,
        reading: data.reading,
        ...data.placeOf(['gate', key], 'key'),
      }),
    );
}

function toPassHint(scale: Scale): string {
  return `If you remove it, the passing score is ${toDefaultPass(scale)}.`;
}
