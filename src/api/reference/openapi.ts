import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { ProblemAnswer } from '../../contract/problem.ts';
import { proofHeader } from '../../contract/sign-in.ts';
import type { OpenApiDocument, Parameter, SchemaShape } from './openapi-shape.ts';

const about = `The Turnwise API: review conversations, and read eval runs.

Errors are \`application/problem+json\`: a stable \`code\` for programs, a \`detail\` for people, and the path of each problem in \`problems\`. Times are ISO 8601 in UTC. IDs in paths are percent-encoded. Lists in queries are comma-separated. Every response has an \`X-Request-Id\`: yours if you sent one.`;

const groups: readonly (readonly [name: string, description: string])[] = [
  ['items', 'Conversations under review: import, list, read, edit, approve.'],
  ['assignments', 'Claim items to review.'],
  ['labels', 'Human scores. Labels are append-only.'],
  ['datasets', 'Datasets and their review instructions.'],
  ['tags', 'Tags, their rules and the glossary.'],
  ['snapshots', 'Frozen copies of items, and exports.'],
  ['runs', 'Eval runs. Read-only.'],
  ['workspace', 'Document search, statistics, audit log and the current user.'],
  ['server', 'Health and server configuration.'],
];

/** What the document says that no route does. */
export function toOpenApiOptions(version: string): FastifyDynamicSwaggerOptions {
  // Parameters that zod cannot write as JSON Schema are written as anything: the description says the rest.
  const zodToJsonConfig = { unrepresentable: 'any' } as const;
  const transformObject = createJsonSchemaTransformObject({ zodToJsonConfig });
  return {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Turnwise', version, description: about, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/', description: 'This server.' }],
      tags: groups.map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'The token the server prints when it starts.' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'turnwise_session',
            description:
              "The cookie set by the sign-in link. Its name ends with the server's port. Changes also need an Origin header of this server.",
          },
          sessionProof: {
            type: 'apiKey',
            in: 'header',
            name: proofHeader,
            description:
              'Sent with the cookie. The cookie alone is not enough because browsers send it to other ports too.',
          },
        },
      },
      security: [{ token: [] }, { session: [], sessionProof: [] }],
    },
    hideUntagged: true,
    transform: createJsonSchemaTransform({ zodToJsonConfig }),
    transformObject: (document) => finish(transformObject(document)),
  };
}

type Finished = ReturnType<NonNullable<FastifyDynamicSwaggerOptions['transformObject']>>;

/** Every operation can fail, and always in the same way. Schemas and tags that nothing points at are left out. */
function finish(document: Finished): Finished {
  // The document is plain JSON; this is the part of its shape that is used here.
  const { paths = {}, components = {}, tags = [] } = document as OpenApiDocument;
  const usedTags = new Set<string>();
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      for (const tag of operation.tags ?? []) usedTags.add(tag);
      operation.operationId ??= toOperationId(method, path);
      for (const parameter of operation.parameters ?? []) sayCommas(parameter);
      operation.responses = { ...operation.responses, default: { $ref: '#/components/responses/Problem' } };
    }
  }
  const responses = { ...components.responses, Problem: problemResponse };
  const schemas = keepUsed(components.schemas ?? {}, { paths, responses });
  return {
    ...document,
    components: { ...components, responses, schemas },
    tags: tags.filter(({ name }) => usedTags.has(name)),
    // Only what is described above was changed.
  } as Finished;
}

/** Lists in queries have commas between their entries; the usual way would be to repeat the parameter. */
function sayCommas(parameter: Parameter): void {
  if (parameter.in === 'query' && parameter.schema?.type === 'array')
    Object.assign(parameter, { style: 'form', explode: false });
}

const problemResponse = {
  description: 'Error. The code says why.',
  content: {
    'application/problem+json': { schema: { $ref: `#/components/schemas/${ProblemAnswer.meta()?.id}` } },
  },
};

/** `get /v1/runs/{id}/cases` → `getRunsIdCases`. */
function toOperationId(method: string, path: string): string {
  const words = path.replace(/^\/v1/, '').match(/[A-Za-z0-9]+/g) ?? [];
  return method + words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('');
}

type Schemas = Readonly<Record<string, SchemaShape>>;

function keepUsed(schemas: Schemas, from: unknown): Schemas {
  const used = new Set<string>();
  const waiting = [from];
  while (waiting.length > 0) {
    for (const [, name = ''] of JSON.stringify(waiting.pop()).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      waiting.push(schemas[name] ?? {});
    }
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}
