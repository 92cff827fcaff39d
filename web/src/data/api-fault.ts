import type { ProblemAnswer, ProblemPart } from '../../../src/contract/problem.ts';

/** The server refused. `body` is its whole answer: a 412 has the current item in it. */
export class ApiFault extends Error {
  override readonly name = 'ApiFault';
  readonly status: number;
  readonly code: string;
  readonly problems: readonly ProblemPart[];
  readonly body: ProblemAnswer;

  constructor(body: ProblemAnswer) {
    super(body.detail);
    this.status = body.status;
    this.code = body.code;
    this.problems = body.problems ?? [];
    this.body = body;
  }
}

/** The server could not be reached, or stopped in the middle of an answer. Whatever was sent may be sent again. */
export class UnreachableFault extends Error {
  override readonly name = 'UnreachableFault';

  constructor(cause: unknown) {
    super("Can't reach the server.", { cause });
  }
}

/** The session ended: the server was restarted with another token, or the browser lost its half of it. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiFault && error.status === 401;
}
