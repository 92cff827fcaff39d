import type { FastifyReply, FastifyRequest } from 'fastify';
import { type PackedEncoding, packedEncodings, pickEncoding } from './pick-encoding.ts';
import type { StudioFile } from './read-studio.ts';

const yearSeconds = 31_536_000;

/** Sends a file in the smallest form that the caller takes, or says that the caller has it already. */
export function sendStudioFile(file: StudioFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const available = packedEncodings.filter((name) => file.packed[name] !== undefined);
  const encoding = pickEncoding(toText(request.headers['accept-encoding']), available);
  const etag = toEtag(file, encoding);
  reply.headers({
    etag,
    'cache-control': file.isLasting ? `public, max-age=${yearSeconds}, immutable` : 'no-cache',
    vary: 'accept-encoding',
  });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.header('content-type', file.type);
  if (encoding === undefined) return reply.send(file.body);
  return reply.header('content-encoding', encoding).send(file.packed[encoding]);
}

/** Each form has an ETag of its own: it names bytes. */
function toEtag({ hash }: StudioFile, encoding: PackedEncoding | undefined): string {
  return encoding === undefined ? `"${hash}"` : `"${hash}-${encoding}"`;
}

function isKnown(header: string | undefined, etag: string): boolean {
  const known = header?.split(',').map((part) => part.trim().replace(/^W\//, '')) ?? [];
  return known.includes(etag);
}

function toText(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.join(',');
}
