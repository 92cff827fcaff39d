import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { RemovedTags, TagGlossaryAnswer, TagList, TagSchemaAnswer } from '../../../src/contract/tags.ts';
import type { TagGlossary, TagSchema } from '../../../src/curate/tag-schema.ts';
import { askApi } from './ask-api.ts';

export function tagsQuery() {
  return queryOptions({
    queryKey: ['tags'],
    queryFn: ({ signal }) => askApi({ schema: TagList, path: '/v1/tags', signal }),
    staleTime: 30_000,
  });
}

export function tagSchemaQuery() {
  return queryOptions({
    queryKey: ['tags', 'schema'],
    queryFn: ({ signal }) => askApi({ schema: TagSchemaAnswer, path: '/v1/tags/schema', signal }),
    staleTime: 30_000,
  });
}

export function tagGlossaryQuery() {
  return queryOptions({
    queryKey: ['tags', 'glossary'],
    queryFn: ({ signal }) => askApi({ schema: TagGlossaryAnswer, path: '/v1/tags/glossary', signal }),
    staleTime: 30_000,
  });
}

export function changeTagSchema(schema: TagSchema, etag: string) {
  const headers = { 'if-match': `"${etag}"` };
  return askApi({ schema: TagSchemaAnswer, path: '/v1/tags/schema', method: 'PUT', body: schema, headers });
}

export function changeTagGlossary(glossary: TagGlossary, etag: string) {
  const headers = { 'if-match': `"${etag}"` };
  return askApi({ schema: TagGlossaryAnswer, path: '/v1/tags/glossary', method: 'PUT', body: glossary, headers });
}

export function addTags(tags: readonly string[]) {
  return askApi({ schema: z.looseObject({}), path: '/v1/tags', method: 'POST', body: { tags } });
}

/** Items keep these tags, but the Studio no longer offers them. */
export function removeTags(tags: readonly string[]) {
  return askApi({ schema: RemovedTags, path: '/v1/tags', method: 'DELETE', body: { tags } });
}
