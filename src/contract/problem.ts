import { z } from 'zod';

/** One thing that is wrong with a request, and where. */
export const ProblemPart = z
  .strictObject({
    path: z
      .string()
      .describe('Location: a JSON path in the body such as `history[1].refs[0].url`, or a parameter name.'),
    code: z.string().describe('Stable, for programs.'),
    message: z.string().describe('For people: what is wrong and how to fix it.'),
  })
  .meta({ id: 'ProblemPart' });
export type ProblemPart = z.infer<typeof ProblemPart>;

/** What every failed request answers with, as `application/problem+json` (RFC 9457). */
export const ProblemAnswer = z
  .looseObject({
    type: z.string().describe('Link to the code in the API reference.'),
    title: z.string().describe('The meaning of the code. Always the same.'),
    status: z.int().describe('The HTTP status.'),
    code: z.string().describe('Stable, for programs.'),
    detail: z.string().describe('For people: what went wrong this time and how to fix it.'),
    problems: z.array(ProblemPart).optional().describe('All problems, if they have a location.'),
    requestId: z.string().optional().describe('The X-Request-Id of the request, also in the server log.'),
  })
  .meta({
    id: 'Problem',
    examples: [
      {
        type: '/v1/reference#RUN_UNKNOWN',
        title: 'No run has this ID.',
        status: 404,
        code: 'RUN_UNKNOWN',
        detail: 'Unknown run "20260101-000000-abcd". The database has no runs yet.',
      },
    ],
  });
export type ProblemAnswer = z.infer<typeof ProblemAnswer>;
