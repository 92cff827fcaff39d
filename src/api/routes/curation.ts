import { definedOnly } from '../../base/defined-only.ts';
import { itemSorts, toItemFilter } from '../../contract/item-query.ts';
import { ExportQuery } from '../../contract/snapshot.ts';
import { AuditPage, AuditQuery, ConfigAnswer, MeAnswer, QuestionList, StatsAnswer } from '../../contract/workspace.ts';
import { ItemStatus } from '../../conversation/item/item.ts';
import { overallScale } from '../../conversation/label.ts';
import { computedGroups } from '../../curate/computed-tags.ts';
import { fromBody } from '../../curate/item-content.ts';
import type { ChatFormat } from '../../files/foreign/chat-format.ts';
import { fromItem } from '../../files/foreign/from-item.ts';
import { LossReport } from '../../files/foreign/loss-report.ts';
import { exportItems } from '../../review/export-items.ts';
import { ProjectQuestions } from '../../review/project-questions.ts';
import type { ReviewContext } from '../../review/review-context.ts';
import type { ItemFilter } from '../../store/item-port.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { bodyLimitBytes } from '../curation/body-limit.ts';
import { problemAnswers, textAnswer } from '../curation/described-answers.ts';
import { IdempotentRequests } from '../curation/idempotent-requests.ts';
import { lineLimitBytes } from '../curation/incoming-items.ts';
import { toReviewContext } from '../curation/review-context.ts';
import { openTextStream, sendStream } from '../curation/text-stream.ts';
import { fileLimitBytes } from '../curation/upload.ts';
import { addAssignmentRoutes } from './assignments.ts';
import { addDatasetRoutes } from './datasets.ts';
import { addImportRoutes } from './import.ts';
import { addImportFileRoutes } from './import-file.ts';
import { addItemRoutes } from './items.ts';
import { addLabelRoutes } from './labels.ts';
import { addRevisionRoutes } from './revisions.ts';
import { addSearchRoutes } from './search.ts';
import { addSnapshotRoutes } from './snapshots.ts';
import { addTagRoutes } from './tags.ts';

/** Ground truth under review. A key of a request counts for all of these addresses together. */
export function addCurationRoutes(app: ApiServer, context: ApiContext): void {
  const requests = new IdempotentRequests(context.store.curation.idempotency);
  const questions = new ProjectQuestions(context.projectRoot, context.clock);
  addImportRoutes(app, context, requests);
  addImportFileRoutes(app, context, requests);
  addItemRoutes(app, context, requests);
  addRevisionRoutes(app, context);
  addAssignmentRoutes(app, context);
  addLabelRoutes(app, context, { requests, questions });
  addQuestionRoutes(app, questions);
  addDatasetRoutes(app, context, requests);
  addTagRoutes(app, context);
  addSnapshotRoutes(app, context, requests);
  addExportRoutes(app, context);
  addSearchRoutes(app, context);
  addStatsRoutes(app, context);
  addAuditRoutes(app, context);
  addMeRoutes(app, context);
  addConfigRoutes(app, context);
  app.addHook('onListen', () => forgetOldAnswers(context));
}

const keptMs = 30 * 24 * 60 * 60 * 1000;

/** No client sends a request again after a month. */
async function forgetOldAnswers({ store, clock }: ApiContext): Promise<void> {
  const before = new Date(clock.now() - keptMs).toISOString();
  // A database that is busy now has its old answers a little longer.
  await store.curation.idempotency.prune(before).catch(() => undefined);
}

const lineType = 'application/x-ndjson';

/** Taking items out. */
function addExportRoutes(app: ApiServer, context: ApiContext): void {
  const review = toReviewContext(context);
  app.route({
    method: 'GET',
    url: '/v1/export',
    schema: {
      tags: ['snapshots'],
      summary: 'Export items',
      description:
        "NDJSON with one item per line, sorted by dataset and ID. The filters are the same as for the list. You can import the `items` format again without loss, and exporting it again gives the same bytes. Chat formats leave out what they can't represent. `turnwise export` reports what is lost.",
      querystring: ExportQuery,
      response: { 200: textAnswer(lineType, 'The items, one JSON object per line.'), ...problemAnswers(422) },
    },
    handler: async ({ query }, reply) => {
      const { format, withAudit = false } = query;
      const lines = exportLines(review, toItemFilter(query), { format, withAudit });
      reply.header('content-type', lineType);
      return sendStream(reply, await openTextStream(lines));
    },
  });
}

interface ExportOptions {
  readonly format: 'items' | ChatFormat;
  readonly withAudit: boolean;
}

/** Items as lines of JSON, in the format of Turnwise or a foreign one. */
function exportLines(
  review: ReviewContext,
  filter: ItemFilter,
  { format, withAudit }: ExportOptions,
): AsyncIterable<string> {
  return format === 'items' ? exportItems(review, filter, { withAudit }) : exportChats(review, filter, format);
}

async function* exportChats({ store }: ReviewContext, filter: ItemFilter, format: ChatFormat): AsyncGenerator<string> {
  for await (const { body, status } of store.items.all(filter)) {
    yield `${JSON.stringify(fromItem(fromBody(body, status), format, new LossReport()))}\n`;
  }
}

/** The log of changes: actor, change and time. */
function addAuditRoutes(app: ApiServer, { store: { curation } }: ApiContext): void {
  app.route({
    method: 'GET',
    url: '/v1/audit',
    schema: {
      tags: ['workspace'],
      summary: 'Read the audit log',
      description: 'All changes in order, for the whole workspace or one item. With `newest`, the newest comes first.',
      querystring: AuditQuery,
      response: { 200: AuditPage, ...problemAnswers(422) },
    },
    handler: async ({ query: { dataset, item, after, before, newest = false, limit } }) => {
      const order = newest ? { newestFirst: definedOnly({ before }) } : {};
      const page = { limit, ...definedOnly({ after }), ...order };
      const events = await curation.audit.list(definedOnly({ dataset, item }), page);
      const next = events.length < limit ? null : (events.at(-1)?.sequence ?? null);
      return { events: [...events], ...(newest ? { after: null, before: next } : { after: next }) };
    },
  });
}

/** What a client has to know to fit this server. */
function addConfigRoutes(app: ApiServer, { version, documents }: ApiContext): void {
  const config = {
    version,
    statuses: [...ItemStatus.options],
    computedTags: [...computedGroups],
    sortFields: [...itemSorts],
    labelScale: { question: 'overall', ...overallScale },
    limits: {
      bodyBytes: bodyLimitBytes,
      lineBytes: lineLimitBytes,
      fileBytes: fileLimitBytes,
      pageSize: 200,
      searchResults: 50,
    },
    hasSearch: documents !== undefined,
  };
  app.route({
    method: 'GET',
    url: '/v1/config',
    schema: { tags: ['workspace'], summary: 'Read the server configuration', response: { 200: ConfigAnswer } },
    handler: async () => config,
  });
}

/** The user that the server identifies the caller as. */
function addMeRoutes(app: ApiServer, { actorOf }: ApiContext): void {
  app.route({
    method: 'GET',
    url: '/v1/me',
    schema: { tags: ['workspace'], summary: 'Read the current user', response: { 200: MeAnswer } },
    handler: async (request) => {
      const { name, role } = actorOf(request);
      return { name, role };
    },
  });
}

/** What people can score. */
function addQuestionRoutes(app: ApiServer, questions: ProjectQuestions): void {
  app.route({
    method: 'GET',
    url: '/v1/questions',
    schema: {
      tags: ['labels'],
      summary: 'List scoring questions',
      description:
        '"overall", and each deck of the project (`*.deck.md`) with its own scale. Invalid decks are left out. Run `turnwise validate` to see why.',
      response: { 200: QuestionList },
    },
    handler: async () => {
      const list = await questions.list();
      return { questions: list.map(({ scale, ...question }) => ({ ...question, ...scale })) };
    },
  });
}

/** Counts for a first look. */
function addStatsRoutes(app: ApiServer, { store: { curation } }: ApiContext): void {
  app.route({
    method: 'GET',
    url: '/v1/stats',
    schema: { tags: ['workspace'], summary: 'Count items and labels', response: { 200: StatsAnswer } },
    handler: async () => curation.stats(),
  });
}
