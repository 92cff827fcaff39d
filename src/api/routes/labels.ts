import { definedOnly } from '../../base/defined-only.ts';
import { Fault } from '../../base/fault.ts';
import { LabelPage, LabelsBody, LabelsQuery, type NewLabel, NewLabels } from '../../contract/label.ts';
import { addLabels, type GivenLabel, type NamedSubject } from '../../review/labels/add-labels.ts';
import type { ProjectQuestions } from '../../review/project-questions.ts';
import type { IdempotencyKey } from '../../store/curation-port.ts';
import type { Actor, ApiContext, ApiServer } from '../api-context.ts';
import { problemAnswers } from '../curation/described-answers.ts';
import type { IdempotentRequest, IdempotentRequests } from '../curation/idempotent-requests.ts';
import { replyIdempotently, toIdempotentRequest } from '../curation/reply-idempotently.ts';
import { IdempotencyHeaders } from '../curation/request-headers.ts';
import { toReviewContext } from '../curation/review-context.ts';

const tags = ['labels'];

/** Scores that people gave. */
export function addLabelRoutes(
  app: ApiServer,
  context: ApiContext,
  { requests, questions }: { readonly requests: IdempotentRequests; readonly questions: ProjectQuestions },
): void {
  const review = toReviewContext(context);
  app.route({
    method: 'GET',
    url: '/v1/labels',
    schema: {
      tags,
      summary: 'List labels',
      querystring: LabelsQuery,
      response: { 200: LabelPage, ...problemAnswers(422) },
    },
    handler: async ({ query: { limit, cursor, ...filter } }) => {
      const page = { limit, ...definedOnly({ after: cursor }) };
      const { labels, cursor: next } = await review.store.labels.list(definedOnly(filter), page);
      return { labels: [...labels], cursor: next ?? null };
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/labels',
    schema: {
      tags,
      summary: 'Add labels',
      description:
        "Labels are append-only: a later label by the same rater does not replace the first. `revision` defaults to the current one. The score must be on the question's scale if the question is listed by GET /v1/questions.",
      headers: IdempotencyHeaders,
      body: LabelsBody,
      response: { 201: NewLabels, ...problemAnswers(403, 404, 422) },
    },
    handler: async (request, reply) => {
      const { body } = request;
      const actor = context.actorOf(request);
      const isList = 'labels' in body;
      const labels = (isList ? body.labels : [body]).map((label) => toGiven(label, actor));
      const idempotent = toIdempotentRequest(request, context);
      return replyIdempotently(reply, { requests, request: idempotent }, async () => {
        const toPath = (index: number) => (isList ? `labels[${index}].` : '');
        const scaled = await withScales(labels, questions);
        const kept = await addLabels(review, { labels: scaled, toPath, ...(await toIdempotencyKey(idempotent)) });
        return { status: 201, text: JSON.stringify({ labels: kept }) };
      });
    },
  });
}

/** The key is kept in the same transaction as the labels: not even a crash in between gives them twice. */
async function toIdempotencyKey({
  actor,
  key,
  fingerprint,
}: IdempotentRequest): Promise<{ readonly idempotencyKey?: IdempotencyKey }> {
  const request = await fingerprint();
  return key === undefined || request === undefined ? {} : { idempotencyKey: { actor, key, request } };
}

/** A question without a deck in this project, such as an old one, may have any number as its score. */
async function withScales(labels: readonly GivenLabel[], questions: ProjectQuestions): Promise<readonly GivenLabel[]> {
  const scaled: GivenLabel[] = [];
  for (const label of labels) {
    const scale = await questions.findScale(label.question);
    scaled.push(scale === undefined ? label : { ...label, scale });
  }
  return scaled;
}

function toGiven({ subject, rater, ...label }: NewLabel, actor: Actor): GivenLabel {
  if (rater !== undefined && rater !== actor.name && actor.role === 'reviewer') {
    throw new Fault({
      code: 'API_FORBIDDEN',
      message: 'Only a lead or an admin can add labels for someone else.',
      path: 'rater',
    });
  }
  return { ...label, subject: toNamed(subject), rater: rater ?? actor.name };
}

function toNamed(subject: NewLabel['subject']): NamedSubject {
  if ('sample' in subject) return subject;
  return definedOnly(subject);
}
