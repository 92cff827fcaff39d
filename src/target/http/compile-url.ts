import { Fault, type ProblemInput } from '../../base/fault.ts';
import type { SpecOf } from '../../conversation/target-spec.ts';
import { compilePieces, type FilledPiece, isText, type TemplateCall, toInnerText } from '../template-values.ts';

/** The address of a request; placeholders in it are URL-encoded. Wrong ones are Faults before anything is sent. */
export function compileUrl(spec: SpecOf<'http'>): (call: TemplateCall) => string {
  const pieces = compilePieces(spec.url);
  const isFixed = pieces.every(isText);
  // The host must not depend on a value, so two different values have to give the same host.
  const [address, other] = ['a', 'b'].map((value) =>
    parseAddress(spec.id, pieces.map((piece) => (isText(piece) ? piece : value)).join('')),
  );
  if (address?.origin !== other?.origin)
    throw toFault(spec.id, 'has a placeholder in its host', 'Write the host without placeholders.');
  if (spec.method === 'GET') checkGet(spec, isFixed);
  return (call) => fillUrl(pieces, call);
}

export function fillUrl(pieces: readonly FilledPiece[], call: TemplateCall): string {
  return pieces.map((piece) => (isText(piece) ? piece : encode(toInnerText(piece(call))))).join('');
}

/** Half of a surrogate pair cannot be encoded; it becomes the replacement sign, as in any UTF-8. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function parseAddress(id: string, written: string): URL {
  const address = URL.parse(written);
  if (address === null || !['http:', 'https:'].includes(address.protocol)) {
    throw toFault(id, 'is not an http address', 'Use an address such as http://127.0.0.1:8080/ask.');
  }
  if (address.username !== '' || address.password !== '') {
    throw toFault(id, 'contains a user name or password', 'Write headers: {authorization: "${NAME}"} instead.');
  }
  return address;
}

function checkGet(spec: SpecOf<'http'>, isFixed: boolean): void {
  if (spec.body !== undefined) {
    throw toFault(spec.id, 'uses GET, which has no body', 'Remove `body`, or set method: POST.');
  }
  if (isFixed) {
    const hint = 'Add {{question}}, as in ?q={{question}}, or set method: POST.';
    throw toFault(spec.id, 'uses GET and has no placeholder, so nothing would be sent', hint);
  }
}

/** The address itself is not shown: it may contain a key. */
function toFault(id: string, what: string, hint: string): Fault {
  const problem: ProblemInput = { code: 'TARGETS_BAD_VALUE', message: `The url of target "${id}" ${what}.`, hint };
  return new Fault(problem);
}
