import { definedOnly } from '../../base/defined-only.ts';
import { type Problem, toError, toWarning } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
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
import { errorAt, type PlacedData, toProblems } from '../syntax/placed-data.ts';
import { parseToml } from '../syntax/toml/parse-toml.ts';
import { explainIgnored, withoutKeys } from './contexts.ts';

/** The settings of the front matter, with defaults filled in. */
type DeckRules = Pick<Deck, 'scale' | 'pass' | 'sees' | 'window' | 'target' | 'gate'>;

export interface HeadReading {
  /** Absent if a problem is an error. */
  readonly rules?: DeckRules;
  readonly problems: readonly Problem[];
}

/** Reads front matter. Missing settings have defaults. */
export function readDeckHead(text: string, file: string): HeadReading {
  const { data, problems } = parseToml({ text, file, reading: 'deck front matter', firstLine: headLine });
  if (data === undefined) return { problems };
  const issues = checkSchema(DeckHead, data.value).issues ?? [];
  const ignored = new Set(issues.filter((issue) => isTableOfOthers(issue, data.value)).map(({ path }) => path[0]));
  const warnings = [...ignored].map((key) => toIgnored(String(key), data));
  const result = checkSchema(DeckHead, withoutKeys(data.value, ignored));
  if (result.value === undefined) {
    const found = toProblems(result.issues.map(withPlaceHint), data, { prefix: 'DECK' });
    return { problems: [...warnings, ...found] };
  }
  const rules = toRules(result.value);
  const found = checkRules(result.value, rules, data);
  return found.length > 0 ? { problems: [...warnings, ...found] } : { rules, problems: warnings };
}

/** Whether other tools read this table, such as `[meta]` or `[[tools]]`. Every other unknown key is a typo. */
function isTableOfOthers({ kind, path, meant }: SchemaIssue, head: unknown): boolean {
  const [key] = path;
  if (kind !== 'unknown-key' || path.length !== 1 || meant !== undefined) return false;
  const value = isPlainObject(head) ? head[String(key)] : undefined;
  const isTable = isPlainObject(value) || (Array.isArray(value) && value.length > 0 && value.every(isPlainObject));
  return isTable && key !== 'contexts' && key !== 'samples';
}

function toIgnored(key: string, data: PlacedData): Problem {
  return toWarning(errorAt(data, [key], { code: 'DECK_UNKNOWN_KEY', ...explainIgnored(key, data.value) }, 'key'));
}

/** Contexts and samples belong in an included file. In front matter they look like unknown keys. */
function withPlaceHint(issue: SchemaIssue): SchemaIssue {
  const key = issue.path.at(-1);
  if (issue.kind !== 'unknown-key') return issue;
  // Other tools set a model here.
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
    return [errorAt(data, [head.step === undefined ? 'scale' : 'step'], { code, ...flaw })];
  }
  if (pass >= min && pass <= max) return checkGate(head, scale, data);
  const message = `The passing score ${pass} is outside the scale ${renderScale(scale)}.`;
  return [errorAt(data, ['pass'], { code, message, hint: toPassHint(scale) })];
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

/** Reports thresholds that no judge can meet, because their metric has no value. */
function checkGate({ gate = {} }: DeckHead, { step }: Scale, data: PlacedData): readonly Problem[] {
  if (step !== 0) return [];
  const stepped = steppedGateNames.map(toGateKey);
  const others = gateNames.map(toGateKey).filter((key) => !stepped.includes(key));
  return Object.keys(gate)
    .filter((key) => stepped.includes(key))
    .map((key) => {
      const message = `The gate uses ${key}, which needs a scale with steps. With step = 0 it has no value.`;
      const hint = `Set a step, or use another metric: ${others.join(', ')}.`;
      return errorAt(data, ['gate', key], { code: 'DECK_BAD_VALUE', message, hint }, 'key');
    });
}

function toPassHint(scale: Scale): string {
  return `If you remove it, the passing score is ${toDefaultPass(scale)}.`;
}

/** A deck's file in two parts: the front matter, if there is any, and the Markdown after it. */
export interface SplitDeck {
  readonly head?: string;
  readonly body: string;
  /** Line of the file the body starts on. */
  readonly bodyLine: number;
  readonly flaw?: FrontMatterFlaw;
}

interface FrontMatterFlaw {
  readonly kind: 'unclosed' | 'yaml' | 'late';
  readonly message: string;
  readonly hint: string;
  readonly line: number;
}

export function toFrontMatterProblem({ message, hint, line }: FrontMatterFlaw, file: string): Problem {
  return toError({ code: 'DECK_BAD_VALUE', message, hint, reading: 'deck', file, line, column: 1 });
}

/** The first line of front matter in the file, after `+++`. */
const headLine = 2;

const tomlFence = /^\+\+\+[ \t]*\r?$/;
const yamlFence = /^---[ \t]*\r?$/;
const yamlKey = /^\w[\w-]*:(?:\s|$)/;

/** Splits at the `+++` lines. They count only at the very top. Elsewhere they are text. */
export function splitFrontMatter(written: string): SplitDeck {
  // The judge's request must not depend on the line endings of a checkout.
  const text = written.replaceAll('\r\n', '\n');
  const lines = text.split('\n');
  const first = lines[0] ?? '';
  if (tomlFence.test(first)) return splitToml(text, lines);
  if (yamlFence.test(first)) return splitYaml(text, lines);
  const firstText = lines.findIndex((line) => line.trim() !== '');
  const whole = { body: text, bodyLine: 1 };
  const isLate = firstText > 0 && tomlFence.test(lines[firstText] ?? '') && findEnd(lines, firstText, tomlFence) !== -1;
  if (!isLate) return whole;
  const message = 'Front matter must start on the first line of the file.';
  return {
    ...whole,
    flaw: { kind: 'late', message, hint: 'Remove the blank lines before "+++".', line: firstText + 1 },
  };
}

function splitToml(text: string, lines: readonly string[]): SplitDeck {
  const end = findEnd(lines, 0, tomlFence);
  if (end === -1) {
    const message = 'The front matter is not closed.';
    return {
      body: text,
      bodyLine: 1,
      flaw: { kind: 'unclosed', message, hint: 'End it with "+++" on a line of its own.', line: 1 },
    };
  }
  return { head: lines.slice(1, end).join('\n'), ...cutBody(lines, end) };
}

/** A deck may start with a horizontal rule, `---`. It is YAML only if a key follows and another `---` closes it. */
function splitYaml(text: string, lines: readonly string[]): SplitDeck {
  const end = findEnd(lines, 0, yamlFence);
  const isYaml = end !== -1 && lines.slice(1, end).some((line) => yamlKey.test(line));
  if (!isYaml) return { body: text, bodyLine: 1 };
  const message = 'The front matter of a deck is TOML between "+++" lines, not YAML between "---" lines.';
  const hint = 'Write "+++" for each "---", and key = value for key: value, such as scale = [-3, 3].';
  return { ...cutBody(lines, end), flaw: { kind: 'yaml', message, hint, line: 1 } };
}

function findEnd(lines: readonly string[], start: number, fence: RegExp): number {
  return lines.findIndex((line, index) => index > start && fence.test(line));
}

function cutBody(lines: readonly string[], end: number): Pick<SplitDeck, 'body' | 'bodyLine'> {
  return { body: lines.slice(end + 1).join('\n'), bodyLine: end + 2 };
}
