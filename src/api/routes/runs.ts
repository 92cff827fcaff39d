import { definedOnly } from '../../base/defined-only.ts';
import { Fault } from '../../base/fault.ts';
import { suggestFrom } from '../../base/nearest.ts';
import { type CaseAnswer, CaseDetail, CasePage, RunDetail, RunPage } from '../../contract/run-answer.ts';
import {
  CaseListQuery,
  CasePath,
  CaseQuery,
  type PlayedStatus,
  RunListQuery,
  RunPath,
} from '../../contract/run-query.ts';
import { getRun } from '../../conversation/run/run-name.ts';
import { listTestedTargets } from '../../conversation/run/run-spec.ts';
import { toExpiryTest } from '../../store/leases/lease-expiry.ts';
import type { ConversationMark, RunRecord, RunStore } from '../../store/port.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { toCaseAnswer, toCaseDetail } from '../runs/to-case-answer.ts';
import { toGradingAnswer, toRunAnswer } from '../runs/to-run-answer.ts';

const tags = ['runs'];

/** Runs, to be read: they are played by `turnwise run`. */
export function addRunRoutes(app: ApiServer, context: ApiContext): void {
  const { runs } = context.store;
  const isExpired = toExpiryTest(context.clock);

  app.route({
    method: 'GET',
    url: '/v1/runs',
    schema: { tags, summary: 'List runs', querystring: RunListQuery, response: { 200: RunPage } },
    handler: async ({ query: { limit, before } }) => {
      // One more than is shown: then there are more.
      const records = await runs.list({ limit: limit + 1, ...definedOnly({ before }) });
      const shown = records.slice(0, limit);
      return {
        runs: shown.map((record) => toRunAnswer(record, isExpired)),
        before: records.length > limit ? (shown.at(-1)?.id ?? null) : null,
      };
    },
  });

  app.route({
    method: 'GET',
    url: '/v1/runs/:id',
    schema: { tags, summary: 'Read a run', params: RunPath, response: { 200: RunDetail } },
    handler: async ({ params }) => {
      const record = await getRun(runs, params.id);
      const gradings = (await runs.gradings(record.id)).map(toGradingAnswer);
      return { ...toRunAnswer(record, isExpired), gradings, spec: record.spec };
    },
  });

  addCaseRoutes(app, context);
}

function addCaseRoutes(app: ApiServer, { store: { runs } }: ApiContext): void {
  app.route({
    method: 'GET',
    url: '/v1/runs/:id/cases',
    schema: {
      tags,
      summary: 'List conversations of a run',
      description: 'One for each case, variant and repeat.',
      params: RunPath,
      querystring: CaseListQuery,
      response: { 200: CasePage },
    },
    handler: async ({ params, query }) => {
      const record = await getRun(runs, params.id);
      checkTarget(record, query.target);
      const { limit, cursor, grading = toCounting(record), ...filter } = query;
      return listCases(runs, { run: record.id, grading, filter, place: { limit, cursor } });
    },
  });

  app.route({
    method: 'GET',
    url: '/v1/runs/:id/cases/:number',
    schema: {
      tags,
      summary: 'Read a conversation of a run',
      description:
        "Everything recorded: turns, replies with their calls, verdicts, and the judges' requests and answers.",
      params: CasePath,
      querystring: CaseQuery,
      response: { 200: CaseDetail },
    },
    handler: async ({ params, query }) => {
      const record = await getRun(runs, params.id);
      const choice = { grading: query.grading ?? toCounting(record) };
      const conversation = await runs.findConversation(record.id, params.number, choice);
      if (conversation !== undefined) {
        return toCaseDetail(record.id, conversation, await runs.judgments(record.id, params.number, choice));
      }
      const message = `Run ${record.id} has no conversation ${params.number}.`;
      const hint = 'List them with GET /v1/runs/{id}/cases.';
      throw new Fault({ code: 'CASE_UNKNOWN', message, hint });
    },
  });
}

/** Read once, so that all parts of an answer are of one grading, even if another one ends in between. */
function toCounting({ grading }: RunRecord): number {
  return grading?.number ?? 0;
}

function checkTarget({ id, spec }: RunRecord, target: string | undefined): void {
  const ids = listTestedTargets(spec);
  if (target === undefined || ids.includes(target)) return;
  const message = `Run ${id} has no target "${target}".`;
  throw new Fault({ code: 'TARGET_UNKNOWN', message, path: 'target', hint: suggestFrom(target, ids) });
}

interface CaseFilter {
  readonly status?: readonly PlayedStatus[] | undefined;
  readonly target?: string | undefined;
  readonly case?: string | undefined;
}

interface CasePlace {
  readonly limit: number;
  /** Number of the last conversation of the page before. */
  readonly cursor?: number | undefined;
}

interface CasesRequest {
  readonly run: string;
  /** Whose verdicts are shown, and whose status is asked for. */
  readonly grading: number;
  readonly filter: CaseFilter;
  readonly place: CasePlace;
}

type CaseStore = Pick<RunStore, 'marks' | 'findConversation'>;

/** A page of the conversations of a run. What does not fit is skipped without reading its messages. */
async function listCases(
  store: CaseStore,
  { run, grading, filter, place }: CasesRequest,
): Promise<{ readonly cases: CaseAnswer[]; readonly cursor: number | null }> {
  const { limit, cursor = 0 } = place;
  const numbers: number[] = [];
  for await (const mark of store.marks(run, { after: cursor, grading })) {
    if (fits(mark, filter)) numbers.push(mark.number);
    // One more than is shown: then there are more.
    if (numbers.length > limit) break;
  }
  const shown = numbers.slice(0, limit);
  const cases: CaseAnswer[] = [];
  for (const number of shown) {
    const conversation = await store.findConversation(run, number, { grading });
    if (conversation !== undefined) cases.push(toCaseAnswer(run, conversation));
  }
  return { cases, cursor: numbers.length > limit ? (shown.at(-1) ?? null) : null };
}

function fits(mark: ConversationMark, filter: CaseFilter): boolean {
  return (
    (filter.target === undefined || mark.target === filter.target) &&
    (filter.case === undefined || mark.id === filter.case) &&
    (filter.status === undefined || filter.status.includes(mark.status ?? 'unfinished'))
  );
}
