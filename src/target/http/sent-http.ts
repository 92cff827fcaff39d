import type { RawRequest } from '../../conversation/run/run-record.ts';
import type { SpecOf } from '../../conversation/target-spec.ts';
import type { TargetRequest } from '../port.ts';
import { compilePieces, isText, toTemplateCall } from '../template-values.ts';
import { compileBody } from './compile-body.ts';
import { fillUrl } from './compile-url.ts';

/** What an HTTP service was sent. The address only where it contains a part of the request, headers never. */
export function toSentHttp(spec: SpecOf<'http'>, request: TargetRequest): RawRequest {
  const call = toTemplateCall(request);
  const pieces = compilePieces(spec.url);
  const body: unknown = spec.method === 'GET' ? undefined : JSON.parse(compileBody(spec.body)(call));
  return {
    ...(pieces.every(isText) ? {} : { url: fillUrl(pieces, call) }),
    ...(body === undefined ? {} : { body }),
  };
}
