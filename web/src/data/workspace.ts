import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  AuditPage,
  ConfigAnswer,
  DocumentAnswer,
  MeAnswer,
  SearchAnswer,
  StatsAnswer,
} from '../../../src/contract/workspace.ts';
import { askApi } from './ask-api.ts';
import { toQueryText } from './query-text.ts';

/** The signed-in person. */
export function meQuery() {
  return queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => askApi({ schema: MeAnswer, path: '/v1/me', signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function configQuery() {
  return queryOptions({
    queryKey: ['config'],
    queryFn: ({ signal }) => askApi({ schema: ConfigAnswer, path: '/v1/config', signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function statsQuery() {
  return queryOptions({
    queryKey: ['stats'],
    queryFn: ({ signal }) => askApi({ schema: StatsAnswer, path: '/v1/stats', signal }),
  });
}

/** What changed, newest first. */
export function changesQuery(limit = 50) {
  return infiniteQueryOptions({
    queryKey: ['audit', 'newest'],
    queryFn: ({ pageParam, signal }) =>
      askApi({
        schema: AuditPage,
        path: `/v1/audit${toQueryText({ newest: true, limit, before: pageParam })}`,
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ before }) => before ?? undefined,
  });
}

/** Passages of reference documents. */
export function searchQuery(q: string) {
  return queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => askApi({ schema: SearchAnswer, path: `/v1/search${toQueryText({ q, top: 20 })}`, signal }),
    enabled: q.trim() !== '',
    staleTime: 60_000,
  });
}

/** A reference document, whole. Not found (404) for addresses that are not in the documents of the server. */
export function documentQuery(url: string) {
  return queryOptions({
    queryKey: ['document', url],
    queryFn: ({ signal }) => askApi({ schema: DocumentAnswer, path: `/v1/documents${toQueryText({ url })}`, signal }),
    staleTime: 60_000,
    retry: false,
  });
}
