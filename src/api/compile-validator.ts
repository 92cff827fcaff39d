import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { Fault, type Problem, toError } from '../base/fault.ts';
import { renderJsonPath } from '../base/json-value.ts';
import { checkSchema, type SchemaIssue } from '../base/schema-check.ts';
import { explainParameter } from './earlier-curator.ts';

type Compile = FastifySchemaCompiler<unknown>;
type Validate = ReturnType<Compile>;

/** Checks parameters, query and body by the schemas of the route. What is wrong comes back as one Fault with every path. */
export const compileValidator: Compile = ({ schema, httpPart, method, url }) => {
  if (!(schema instanceof z.ZodType)) throw new Error('The schemas of routes are made with zod.');
  const part = httpPart ?? 'body';
  const explain = (issue: SchemaIssue): SchemaIssue => {
    if (part !== 'querystring' || issue.kind !== 'unknown-key') return issue;
    const hint = explainParameter(`${method} ${url}`, String(issue.path[0]));
    return hint === undefined ? issue : { ...issue, hint };
  };
  return (data: unknown) => {
    const result = checkSchema(schema, data);
    if (result.issues === undefined) return { value: result.value };
    return { error: toFault(result.issues.map(explain), part) };
  };
};

/** For a route whose handler parses the body itself. */
export const compileAllButBody: Compile = (route) =>
  route.httpPart === 'body' ? acceptAnything : compileValidator(route);

const acceptAnything: Validate = (value: unknown) => ({ value });

function toFault(issues: readonly SchemaIssue[], part: string): Fault {
  const [first, ...rest] = issues.map((issue) => toProblem(issue, part));
  if (first === undefined) throw new Error('A schema that refuses a value says why.');
  return new Fault([first, ...rest]);
}

function toProblem({ path, kind, message, hint, code }: SchemaIssue, part: string): Problem {
  // A parameter whose value is a list is named as a whole.
  const name = renderJsonPath(part === 'querystring' ? path.slice(0, 1) : path);
  return toError({
    code: code ?? 'API_BAD_VALUE',
    message: toMessage(message, { name, kind, part }),
    path: name,
    ...(hint === undefined ? {} : { hint: toHint(hint) }),
  });
}

interface Subject {
  readonly name: string;
  readonly kind: SchemaIssue['kind'];
  readonly part: string;
}

/** `detail` is one message without a path, so the message names its subject. */
function toMessage(message: string, { name, kind, part }: Subject): string {
  if (part === 'body' || name === '') return message;
  if (kind === 'unknown-key') return `Unknown query parameter "${name}".`;
  if (kind === 'missing-key') return `The ${toWord(part)} "${name}" is missing.`;
  return `${toWord(part, true)} "${name}": ${message}`;
}

function toWord(part: string, isFirst = false): string {
  const word = part === 'querystring' ? 'query parameter' : part === 'headers' ? 'header' : 'path parameter';
  return isFirst ? `${word[0]?.toUpperCase()}${word.slice(1)}` : word;
}

/** The hints of schemas are written for files of YAML. */
function toHint(hint: string): string {
  return hint.replace('Known keys here:', 'Known parameters:');
}
