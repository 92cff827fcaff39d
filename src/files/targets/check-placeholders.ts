import { editDistance, findNearest } from '../../base/nearest.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { SchemaIssue } from '../../base/schema-check.ts';
import {
  commandPlaceholders,
  listTemplates,
  parseTemplate,
  type TargetTemplate,
  textPlaceholders,
} from '../../conversation/request-template.ts';

/** Placeholders of a target that there are none of: they would be sent as they are written. */
export function checkPlaceholders(target: unknown): readonly SchemaIssue[] {
  if (!isPlainObject(target)) return [];
  return [...listTemplates(target).flatMap(checkTemplate), ...checkCommand(target)];
}

/** Of a command template only what looks like a mistyped placeholder: its arguments may hold braces of their own. */
function checkCommand({ provider, template, command }: Readonly<Record<string, unknown>>): readonly SchemaIssue[] {
  if (provider !== 'command' || template !== true || !Array.isArray(command)) return [];
  return command.flatMap((argument: unknown, index): SchemaIssue[] => {
    if (typeof argument !== 'string') return [];
    return [...argument.matchAll(/(?<!\$)\{([A-Z_]+)\}/g)].flatMap(([written, name = '']): SchemaIssue[] => {
      if (commandPlaceholders.some((known) => known === name)) return [];
      const nearest = findNearest(name, commandPlaceholders);
      if (nearest === undefined) return [];
      const message = `There is no placeholder ${written}.`;
      return [
        { kind: 'bad-value', path: ['command', index], at: 'value', message, hint: `Did you mean {${nearest}}?` },
      ];
    });
  });
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
): Pick<SchemaIssue, 'message' | 'hint'> {
  const all = `Known here: ${allowed.map(toWritten).join(', ')}.`;
  const literal = 'Write \\{{ for literal braces.';
  if (textPlaceholders.some((text) => text === name)) {
    const where = path[0] === 'env' ? 'An environment variable' : 'A header';
    return { message: `${where} cannot hold ${toWritten(name)}.`, hint: all };
  }
  const shown = written.length > shownCharacters ? `${written.slice(0, shownCharacters)}…` : written;
  if (name === '') return { message: `"${shown}" is not a placeholder.`, hint: `${all} ${literal}` };
  const nearest = findNearest(name, allowed) ?? findByWords(name, allowed);
  const hint = nearest === undefined ? all : `Did you mean ${toWritten(nearest)}?`;
  return { message: `There is no placeholder ${shown}.`, hint: `${hint} ${literal}` };
}

/** What other tools call it. */
const otherWords: Readonly<Record<string, string>> = {
  session: 'conversation',
  thread: 'conversation',
  prompt: 'question',
  input: 'question',
  history: 'messages',
};

/** The name with most words in common: `last_msg` is like `last_user`, `conv_id` like `conversation_id`. */
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
