import { definedOnly } from '../base/defined-only.ts';
import type { Fault, Problem } from '../base/fault.ts';
import { type FaultCode, faultCodes } from '../base/fault-codes.ts';
import type { ProblemAnswer, ProblemPart } from '../contract/problem.ts';
import { toStatus } from './fault-status.ts';

interface ProblemOptions {
  /** Default: the one of the code. */
  readonly status?: number;
  /** Members in addition to the usual ones, such as `current` of an item that has changed. */
  readonly extras?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A Fault with what HTTP has besides. A plain Fault is answered just as well; this is for more than it can say. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly fault: Fault;
  readonly status: number;
  readonly extras: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(fault: Fault, { status, extras = {}, headers = {} }: ProblemOptions = {}) {
    super(fault.message, { cause: fault });
    this.fault = fault;
    this.status = status ?? toStatus(fault.code);
    this.extras = extras;
    this.headers = headers;
  }
}

export const problemType = 'application/problem+json; charset=utf-8';

/** The body of the answer to a request that failed. */
export function toProblemAnswer({ fault, status, extras }: ApiProblem, requestId?: string): ProblemAnswer {
  const [first] = fault.problems;
  const problems = listParts(fault);
  return {
    type: `/v1/reference#${fault.code}`,
    title: toTitle(fault.code),
    status,
    code: fault.code,
    detail: first === undefined ? fault.message : toSentence(first),
    ...(problems.length === 0 ? {} : { problems }),
    ...extras,
    ...definedOnly({ requestId }),
  };
}

/** A first problem without a place says nothing that `detail` does not; those after it are the single things. */
function listParts({ problems: [first, ...rest] }: Fault): ProblemPart[] {
  const placed = first?.path === undefined ? rest : [first, ...rest];
  return placed.map((problem) => ({ path: problem.path ?? '', code: problem.code, message: toSentence(problem) }));
}

function toSentence({ message, hint }: Problem): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

/** The first sentence of what the registry says about a code. */
export function toTitle(code: FaultCode): string {
  const text: string = faultCodes[code];
  const end = text.indexOf('. ');
  return end === -1 ? text : text.slice(0, end + 1);
}
