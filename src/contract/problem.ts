import { z } from 'zod';

/** One thing that is wrong with a request, and where. */
export const ProblemPart = z
  .strictObject({
    path: z
      .string()
      .describe('Where: a JSON path in the body such as `history[1].refs[0].url`, or the name of a parameter.'),
    code: z.string().describe('Stable, for programs.'),
    message: z.string().describe('For people: what is wrong, and what to do.'),
  })
  .meta({ id: 'ProblemPart' });
export type ProblemPart = z.infer<typeof ProblemPart>;

/** What every failed request answers with, as `application/problem+json` (RFC 9457). */
export const ProblemAnswer = z
  .looseObject({
    type: z.string().describe('Address of the code in the reference.'),
    title: z.string().describe('What the code means; the same every time.'),
    status: z.int().describe('The HTTP status.'),
    code: z.string().describe('Stable, for programs.'),
    detail: z.string().describe('For people: what went wrong this time, and what to do.'),
    problems: z.array(ProblemPart).optional().describe('Every single problem, where there are places to point at.'),
    requestId: z.string().optional().describe('The X-Request-Id of the request, as the log has it.'),
  })
  .meta({
    id: 'Problem',
    examples: [
      {
        type: '/v1/reference#RUN_UNKNOWN',
        title: 'There is no run of that id in the store.',
        status: 404,
        code: 'RUN_UNKNOWN',
        detail: 'There is no run "20260101-000000-abcd". The store has no runs yet.',
      },
    ],
  });
export type ProblemAnswer = z.infer<typeof ProblemAnswer>;
