import type { z } from 'zod';
import { definedOnly } from '../../base/defined-only.ts';
import { Fault } from '../../base/fault.ts';
import {
  DatasetAnswer,
  DatasetChange,
  DatasetList,
  DatasetParams,
  InstructionsAnswer,
  NewDataset,
  NewInstructions,
} from '../../contract/dataset.ts';
import { toNamedRoles } from '../../conversation/assistant-roles.ts';
import { changeDataset } from '../../review/change-dataset.ts';
import type { DatasetRecord, DatasetSettings, DatasetStore, Versioned } from '../../store/curation-port.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { answerOf, notModified, problemAnswers } from '../curation/described-answers.ts';
import type { IdempotentRequests } from '../curation/idempotent-requests.ts';
import { replyIdempotently, toIdempotentRequest } from '../curation/reply-idempotently.ts';
import { IdempotencyHeaders, SettingHeaders } from '../curation/request-headers.ts';
import { toReviewContext } from '../curation/review-context.ts';
import { findWantedEtag, getWantedEtag } from '../curation/setting-etag.ts';
import { hasCopy, setEtag } from '../curation/text-answers.ts';

const tags = ['datasets'];

/** Datasets, and the instructions for their curators. */
export function addDatasetRoutes(app: ApiServer, context: ApiContext, requests: IdempotentRequests): void {
  addListRoutes(app, context, requests);
  addOneRoutes(app, context);
  addInstructionRoutes(app, context);
}

function addListRoutes(app: ApiServer, context: ApiContext, requests: IdempotentRequests): void {
  const { datasets } = context.store.curation;
  app.route({
    method: 'GET',
    url: '/v1/datasets',
    schema: { tags, summary: 'List datasets', response: { 200: DatasetList } },
    handler: async () => ({ datasets: (await datasets.list()).map(toAnswer) }),
  });

  app.route({
    method: 'POST',
    url: '/v1/datasets',
    schema: {
      tags,
      summary: 'Create a dataset',
      description:
        'An import creates the datasets its items name. Use this to set a weight or a description from the start.',
      headers: IdempotencyHeaders,
      body: NewDataset,
      response: { 201: answerOf('The dataset.', DatasetAnswer), ...problemAnswers(409, 422) },
    },
    handler: async (request, reply) => {
      const { name, ...settings } = request.body;
      const actor = context.actorOf(request).name;
      return replyIdempotently(reply, { requests, request: toIdempotentRequest(request, context) }, async () => {
        const isNew = await datasets.create({ name, actor, ...toSettings(settings) });
        if (!isNew) throw toExists(name);
        const record = orUnknown(await datasets.find(name), name);
        return { status: 201, text: JSON.stringify(toAnswer(record)), etag: record.etag };
      });
    },
  });
}

function addOneRoutes(app: ApiServer, context: ApiContext): void {
  const { datasets } = context.store.curation;
  app.route({
    method: 'GET',
    url: '/v1/datasets/:name',
    schema: {
      tags,
      summary: 'Read a dataset',
      params: DatasetParams,
      response: { 200: answerOf('The dataset.', DatasetAnswer), ...problemAnswers(404, 422) },
    },
    handler: async ({ params: { name } }, reply) => {
      const record = orUnknown(await datasets.find(name), name);
      setEtag(reply, record.etag);
      return toAnswer(record);
    },
  });

  app.route({
    method: 'PUT',
    url: '/v1/datasets/:name',
    schema: {
      tags,
      summary: 'Update a dataset',
      description:
        'New `assistantRoles` apply to the next approval of each item, and computed tags are updated at once. Approved items stay approved.',
      params: DatasetParams,
      headers: SettingHeaders,
      body: DatasetChange,
      response: { 200: answerOf('The dataset.', DatasetAnswer), ...problemAnswers(404, 412, 422) },
    },
    handler: async (request, reply) => {
      const { name } = request.params;
      const wanted = findWantedEtag(request.headers['if-match']);
      const change = { value: toSettings(request.body), actor: context.actorOf(request).name, ...wanted };
      const record = orUnknown(await changeDataset(toReviewContext(context), name, change), name);
      setEtag(reply, record.etag);
      return toAnswer(record);
    },
  });
}

function addInstructionRoutes(app: ApiServer, context: ApiContext): void {
  const { datasets } = context.store.curation;
  const url = '/v1/datasets/:name/curation-instructions';
  app.route({
    method: 'GET',
    url,
    schema: {
      tags,
      summary: 'Read instructions',
      params: DatasetParams,
      response: { 200: InstructionsAnswer, ...notModified, ...problemAnswers(404, 422) },
    },
    handler: async ({ params: { name }, headers }, reply) => {
      const found = orUnknown(await datasets.findInstructions(name), name);
      setEtag(reply, found.etag);
      if (hasCopy(headers['if-none-match'], found.etag)) return reply.code(304).send(undefined);
      return toInstructions(found);
    },
  });

  app.route({
    method: 'PUT',
    url,
    schema: {
      tags,
      summary: 'Update instructions',
      description:
        "Markdown. A dataset that doesn't exist yet is created. Once instructions exist, an update needs If-Match with their ETag, so you can't overwrite a version you haven't read.",
      params: DatasetParams,
      headers: SettingHeaders,
      body: NewInstructions,
      response: { 200: InstructionsAnswer, ...problemAnswers(412, 422, 428) },
    },
    handler: async (request, reply) => {
      const { name } = request.params;
      const ifMatch = request.headers['if-match'];
      const actor = context.actorOf(request).name;
      const current =
        (await datasets.findInstructions(name)) ?? (await createUnread(datasets, { name, actor, ifMatch }));
      const change = { value: request.body.instructions, actor, etag: getWantedEtag(ifMatch, current) };
      const replaced = orUnknown(await datasets.replaceInstructions(name, change), name);
      setEtag(reply, replaced.etag);
      return toInstructions(replaced);
    },
  });
}

interface UnreadDataset {
  readonly name: string;
  readonly actor: string;
  readonly ifMatch: string | undefined;
}

/** Instructions can be written before the first item is imported. An ETag says that there was something to read. */
async function createUnread(
  datasets: DatasetStore,
  { name, actor, ifMatch }: UnreadDataset,
): Promise<Versioned<string>> {
  const { etag } = findWantedEtag(ifMatch);
  if (etag !== undefined) {
    const message = `The dataset "${name}" does not exist, so it has no instructions with this ETag.`;
    throw new Fault({ code: 'STORE_STALE', message, hint: 'Send the instructions without If-Match to create it.' });
  }
  // False: another caller was faster, and its instructions are read.
  await datasets.create({ name, actor });
  return orUnknown(await datasets.findInstructions(name), name);
}

type SentSettings = Pick<z.output<typeof DatasetChange>, 'description' | 'weight' | 'assistantRoles'>;

function toSettings({ description, weight, assistantRoles: roles }: SentSettings): DatasetSettings {
  return definedOnly({ description, weight, assistantRoles: roles === undefined ? roles : toNamedRoles(roles) });
}

function toAnswer({ name, description, weight, assistantRoles, createdAt, counts, etag }: DatasetRecord) {
  return { name, description, weight, assistantRoles: [...assistantRoles], createdAt, counts, _etag: etag };
}

function toInstructions({ value, etag, updatedAt, updatedBy }: Versioned<string>) {
  return { instructions: value, updatedAt, updatedBy, _etag: etag };
}

function orUnknown<Value>(found: Value | undefined, name: string): Value {
  if (found !== undefined) return found;
  const message = `Unknown dataset "${name}".`;
  throw new Fault({ code: 'DATASET_UNKNOWN', message, hint: 'List datasets with GET /v1/datasets.' });
}

function toExists(name: string): Fault {
  const message = `The dataset "${name}" already exists.`;
  return new Fault({ code: 'DATASET_EXISTS', message, path: 'name', hint: 'Update it with PUT.' });
}
