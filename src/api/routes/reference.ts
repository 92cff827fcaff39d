import { z } from 'zod';
import type { AddRoutes } from '../api-context.ts';
import { sendJson } from '../curation/text-answers.ts';
import type { OpenApiDocument } from '../reference/openapi-shape.ts';
import { renderReference } from '../reference/render-reference.ts';
import { pageHeaders } from '../security-headers.ts';

const tags = ['server'];
const config = { isLinked: true };

/** What the server can do, for programs and for people. Both are made once, for the first request. */
export const addReferenceRoutes: AddRoutes = (app) => {
  let json: string | undefined;
  let page: string | undefined;

  app.route({
    method: 'GET',
    url: '/v1/openapi.json',
    config,
    schema: {
      tags,
      summary: 'The OpenAPI document',
      response: { 200: z.looseObject({}).describe('OpenAPI 3.1, generated from the schemas that validate requests.') },
    },
    handler: async (_request, reply) => {
      json ??= JSON.stringify(app.swagger());
      return sendJson(reply, json);
    },
  });

  app.route({
    method: 'GET',
    url: '/v1/reference',
    config,
    schema: {
      tags,
      summary: 'The API reference as HTML',
      response: { 200: { description: 'An HTML page.', content: { 'text/html': { schema: z.string() } } } },
    },
    handler: async (_request, reply) => {
      // The document is plain JSON; the page reads the part of its shape that is declared.
      page ??= renderReference(app.swagger() as OpenApiDocument);
      return reply.headers(pageHeaders).send(page);
    },
  });
};
