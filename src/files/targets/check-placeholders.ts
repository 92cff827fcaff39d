import { editDistance, findNearest } from '../../base/nearest.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { SchemaIssue } from '../../base/schema-check.ts';
import {
  commandPlaceholders,
  listTemplates,
  parseTemplate,
  type TargetTemplate,
  textPlaceholders,
} from '../../conversation/target-request.ts';

/** Reports unknown placeholders of a target, which would be sent as written. */
export function checkPlaceholders(target: unknown): readonly SchemaIssue[] {
  if (!isPlainObject(target)) return [];
  return [...listTemplates(target).flatMap(checkTemplate), ...checkCommand(target), ...checkBaseUrl(target)];
}

/**
 * Checks only arguments that look like a known placeholder, because commands may use braces. Without `template`,
 * nothing is filled in. `template: false` states that this is intended.
 */
function checkCommand({ provider, template, command }: Readonly<Record<string, unknown>>): readonly SchemaIssue[] {
  if (provider !== 'command' || template === false || !Array.isArray(command)) return [];
  const explainName = template === true ? explainMistyped : explainUnfilled;
  return command.flatMap((argument: unknown, index): SchemaIssue[] => {
    if (typeof argument !== 'string') return [];
    const names = [...argument.matchAll(/(?<![${])\{([A-Z_]+)\}/g)].map(([, name = '']) => explainName(name));
    const foreign = [...argument.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(
      ([, name = '']) => explainForeign(name) ?? explainName(name),
    );
    return [...names, ...foreign].flatMap((found): SchemaIssue[] =>
      found === undefined ? [] : [{ kind: 'bad-value', path: ['command', index], at: 'value', ...found }],
    );
  });
}

type Explained = Pick<SchemaIssue, 'message' | 'hint'>;

function explainMistyped(name: string): Explained | undefined {
  if (isOfCommand(name)) return undefined;
  const nearest = findNearest(name, commandPlaceholders);
  return nearest === undefined
    ? undefined
    : { message: `There is no placeholder {${name}}.`, hint: `Did you mean {${nearest}}?` };
}

function explainUnfilled(name: string): Explained | undefined {
  if (!isOfCommand(name)) return undefined;
  const more = name === 'PROMPT' ? '' : ' and `input: question`';
  const hint = `Add \`template: true\`${more}, or \`template: false\` to keep the braces.`;
  return { message: `Turnwise fills in {${name}} only with \`template: true\`.`, hint };
}

/** Explains a placeholder of http targets and variables in a command, or one with double braces. */
function explainForeign(written: string): Explained | undefined {
  const name = Object.hasOwn(namesInCommands, written) ? (namesInCommands[written] ?? '') : written.toUpperCase();
  if (!isOfCommand(name)) return undefined;
  const hint = `Write {${name}} with \`template: true\`.`;
  return { message: `Turnwise does not fill in {{${written}}} in a command.`, hint };
}

const namesInCommands: Readonly<Record<string, string>> = {
  question: 'PROMPT',
  last_user: 'PROMPT',
  messages: 'PROMPT',
};

function isOfCommand(name: string): boolean {
  return commandPlaceholders.some((known) => known === name);
}

/** The URL of a model has no templates, because calls share a connection and its key. */
function checkBaseUrl({ base_url: url }: Readonly<Record<string, unknown>>): readonly SchemaIssue[] {
  if (typeof url !== 'string' || !url.includes('{{')) return [];
  const message = 'A base_url cannot contain placeholders.';
  const hint = 'Put them in `headers`, such as x-session: "{{conversation_id}}".';
  return [{ kind: 'bad-value', path: ['base_url'], at: 'value', message, hint }];
}

function checkTemplate(template: TargetTemplate): readonly SchemaIssue[] {
  const { path, text, allowed } = template;
  return parseTemplate(text).flatMap((piece): SchemaIssue[] => {
    if (typeof piece === 'string' || allowed.some((name) => name === piece.name)) return [];
    return [{ kind: 'bad-value', path, at: 'value', ...explain(piece, template) }];
  });
}

const shownCharacters = 40;

function explain(
  { name, written }: { readonly name: string; readonly written: string },
  { path, allowed }: TargetTemplate,
): Explained {
  const all = `Available here: ${allowed.map(toWritten).join(', ')}.`;
  const literal = 'Write \\{{ for literal braces.';
  if (textPlaceholders.some((text) => text === name)) {
    const where = path[0] === 'env' ? 'An environment variable' : 'A header';
    return { message: `${where} cannot contain ${toWritten(name)}.`, hint: all };
  }
  const shown = written.length > shownCharacters ? `${written.slice(0, shownCharacters)}…` : written;
  if (name === '') return { message: `"${shown}" is not a placeholder.`, hint: `${all} ${literal}` };
  const nearest = findNearest(name, allowed) ?? findByWords(name, allowed);
  const hint = nearest === undefined ? all : `Did you mean ${toWritten(nearest)}?`;
  return { message: `There is no placeholder ${shown}.`, hint: `${hint} ${literal}` };
}

/** Names in other tools. */
const otherWords: Readonly<Record<string, string>> = {
  session: 'conversation',
  thread: 'conversation',
  prompt: 'question',
  input: 'question',
  history: 'messages',
};

/** The name with the most words in common: `last_msg` matches `last_user`, `conv_id` matches `conversation_id`. */
function findByWords(name: string, known: readonly string[]): string | undefined {
  const words = toWords(name).map((word) => (Object.hasOwn(otherWords, word) ? (otherWords[word] ?? word) : word));
  const countShared = (other: string) =>
    toWords(other).filter((word) => words.some((own) => own === word || (own.length > 2 && word.startsWith(own))))
      .length;
  const ranked = known
    .map((other) => ({ other, shared: countShared(other), distance: editDistance(name, other) }))
    .filter(({ shared }) => shared > 0)
    .sort((one, two) => two.shared - one.shared || one.distance - two.distance);
  return ranked[0]?.other;
}

function toWords(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

function toWritten(name: string): string {
  return `{{${name}}}`;
}
