import { Fault } from '../../base/fault.ts';
import {
  NewTagGlossary,
  NewTagSchema,
  RemovedTags,
  TagGlossaryAnswer,
  TagList,
  TagNames,
  TagSchemaAnswer,
  TagsBody,
  TagsQuery,
} from '../../contract/tags.ts';
import { computedGroups } from '../../curate/computed-tags.ts';
import type { Versioned } from '../../store/curation-port.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { notModified, problemAnswers } from '../curation/described-answers.ts';
import { SettingHeaders } from '../curation/request-headers.ts';
import { findWantedEtag } from '../curation/setting-etag.ts';
import { hasCopy, setEtag, type TextReply } from '../curation/text-answers.ts';

const tags = ['tags'];

/** The list of tags, the rules they follow, and what they mean. */
export function addTagRoutes(app: ApiServer, context: ApiContext): void {
  addListRoutes(app, context);
  addSchemaRoutes(app, context);
  addGlossaryRoutes(app, context);
}

function addListRoutes(app: ApiServer, context: ApiContext): void {
  const store = context.store.curation.tags;
  app.route({
    method: 'GET',
    url: '/v1/tags',
    schema: { tags, summary: 'List tags', response: { 200: TagList } },
    handler: async () => ({
      tags: (await store.list()).map(({ tag, items, isListed }) => ({ tag, items, listed: isListed })),
      computed: [...computedGroups],
    }),
  });

  app.route({
    method: 'POST',
    url: '/v1/tags',
    schema: {
      tags,
      summary: 'Add suggested tags',
      description: 'The Studio suggests these tags to reviewers. Items can have other tags too.',
      body: TagsBody,
      response: { 201: TagsBody.describe('The tags in normalized spelling.'), ...problemAnswers(422) },
    },
    handler: async (request, reply) => {
      await store.add(request.body.tags, context.actorOf(request).name);
      reply.code(201);
      return { tags: request.body.tags };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/v1/tags',
    schema: {
      tags,
      summary: 'Remove suggested tags',
      description: 'Items keep their tags. Put the tags in the body or in the query.',
      querystring: TagsQuery,
      body: TagsBody.nullish(),
      response: { 200: RemovedTags, ...problemAnswers(422) },
    },
    handler: async (request) => {
      const names = request.body?.tags ?? readTags(request.query.tags);
      return { removed: await store.remove(names, context.actorOf(request).name) };
    },
  });
}

function readTags(written: readonly string[] | undefined): readonly string[] {
  const { data, error } = TagNames.safeParse(written);
  if (data !== undefined) return data;
  const message = written === undefined ? 'The request names no tags.' : (error.issues[0]?.message ?? '');
  throw new Fault({ code: 'API_BAD_VALUE', message, path: 'tags', hint: 'Send {"tags": ["topic:refunds"]}.' });
}

function addSchemaRoutes(app: ApiServer, context: ApiContext): void {
  const store = context.store.curation.tags;
  const url = '/v1/tags/schema';
  app.route({
    method: 'GET',
    url,
    schema: { tags, summary: 'Read tag rules', response: { 200: TagSchemaAnswer, ...notModified } },
    handler: async ({ headers }, reply) => {
      const schema = await store.schema();
      setEtag(reply, schema.etag);
      if (hasCopy(headers['if-none-match'], schema.etag)) return reply.code(304).send(undefined);
      return toAnswer(schema);
    },
  });

  app.route({
    method: 'PUT',
    url,
    schema: {
      tags,
      summary: 'Replace tag rules',
      description: "The rules apply to changes from now on. Items that break them stay, but can't be approved.",
      headers: SettingHeaders,
      body: NewTagSchema,
      response: { 200: TagSchemaAnswer, ...problemAnswers(412, 422) },
    },
    handler: async (request, reply) => {
      const wanted = findWantedEtag(request.headers['if-match']);
      const actor = context.actorOf(request).name;
      return send(reply, await store.replaceSchema({ value: { groups: request.body.groups }, actor, ...wanted }));
    },
  });
}

function addGlossaryRoutes(app: ApiServer, context: ApiContext): void {
  const store = context.store.curation.tags;
  const url = '/v1/tags/glossary';
  app.route({
    method: 'GET',
    url,
    schema: { tags, summary: 'Read the tag glossary', response: { 200: TagGlossaryAnswer, ...notModified } },
    handler: async ({ headers }, reply) => {
      const glossary = await store.glossary();
      setEtag(reply, glossary.etag);
      if (hasCopy(headers['if-none-match'], glossary.etag)) return reply.code(304).send(undefined);
      return toAnswer(glossary);
    },
  });

  app.route({
    method: 'PUT',
    url,
    schema: {
      tags,
      summary: 'Replace the tag glossary',
      headers: SettingHeaders,
      body: NewTagGlossary,
      response: { 200: TagGlossaryAnswer, ...problemAnswers(412, 422) },
    },
    handler: async (request, reply) => {
      const wanted = findWantedEtag(request.headers['if-match']);
      const actor = context.actorOf(request).name;
      return send(reply, await store.replaceGlossary({ value: { entries: request.body.entries }, actor, ...wanted }));
    },
  });
}

function send<Value extends object>(reply: TextReply, versioned: Versioned<Value>) {
  setEtag(reply, versioned.etag);
  return toAnswer(versioned);
}

function toAnswer<Value extends object>({ value, etag, updatedAt, updatedBy }: Versioned<Value>) {
  return { ...value, updatedAt, updatedBy, _etag: etag };
}
