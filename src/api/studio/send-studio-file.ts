import type { FastifyReply, FastifyRequest } from 'fastify';
import { type PackedEncoding, packedEncodings, type StudioFile } from './read-studio.ts';

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

/**
 * The best of the packed forms that a caller takes; undefined: only the file as it is. `Accept-Encoding` is a list of
 * names, each with a weight; a weight of 0 forbids, `*` means any that is not named.
 */
export function pickEncoding(
  accepted: string | undefined,
  available: readonly PackedEncoding[],
): PackedEncoding | undefined {
  if (accepted === undefined) return undefined;
  const weights = new Map(accepted.toLowerCase().split(',').map(toWeight));
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  return packedEncodings.find((name) => available.includes(name) && weightOf(name) > 0);
}

function toWeight(part: string): readonly [string, number] {
  const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
  const quality = parameters.find((word) => word.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return [name, Number.isNaN(weight) ? 0 : weight];
}
