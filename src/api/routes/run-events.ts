import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Fault } from '../../base/fault.ts';
import { RunEventsQuery, RunPath } from '../../contract/run-query.ts';
import { getRun } from '../../conversation/run/run-name.ts';
import { hasRunningOwner } from '../../job/run-line.ts';
import { toExpiryTest } from '../../store/leases/lease-expiry.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { isToldAlready, openEventStream } from '../runs/open-event-stream.ts';

/** The live stream of a run. Every event is read from the store, so that it does not matter which process plays. */
export function addRunEventRoutes(app: ApiServer, context: ApiContext): void {
  const isExpired = toExpiryTest(context.clock);
  app.route({
    method: 'GET',
    url: '/v1/runs/:id/events',
    // HEAD would have to follow the run as well.
    exposeHeadRoute: false,
    compress: false,
    schema: {
      tags: ['runs'],
      summary: 'Follow a run',
      description:
        'Server-sent events: `run-start`, `turn-end`, `verdict-end`, `case-end`, `run-end`, each with its sequence as `id` and JSON as `data`. Starts at the beginning, or after `Last-Event-ID` or `since`. Ends when the run does. Returns 204 if the run is over and the caller has received every event.',
      params: RunPath,
      querystring: RunEventsQuery,
      response: {
        200: { description: 'The events.', content: { 'text/event-stream': { schema: z.string() } } },
        204: z.undefined().describe('The run is over, and the caller has received every event.'),
      },
    },
    handler: async (request, reply) => {
      const record = await getRun(context.store.runs, request.params.id);
      const since = findLastEventId(request) ?? request.query.since;
      const from = { run: record.id, since: since ?? 0 };
      const isOver = !hasRunningOwner(record, isExpired);
      // A browser would come back to a finished run again and again; this status stops it.
      if (isOver && since !== undefined && (await isToldAlready(context.store, from))) return reply.code(204).send();
      const stream = openEventStream(context, { ...from, isExpired, signal: whenGone(reply) });
      return sendStream(reply, stream);
    },
  });
}

function sendStream(reply: FastifyReply, stream: NodeJS.ReadableStream): FastifyReply {
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('x-accel-buffering', 'no')
    .send(stream);
}

function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

function findLastEventId({ headers }: FastifyRequest): number | undefined {
  const text = headers['last-event-id'];
  if (text === undefined || text === '') return undefined;
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text);
  throw new Fault({
    code: 'API_BAD_VALUE',
    message: `The Last-Event-ID header must be a sequence number, got ${JSON.stringify(text).slice(0, 60)}.`,
    hint: 'Send the ID of the last event, or leave the header out.',
    path: 'last-event-id',
  });
}
