import { replyLimitCharacters, TargetError } from '../port.ts';

/** A body as text, read as far as the limit. Bytes that are no UTF-8 become the replacement sign. */
export async function readBody(response: Response, limit = replyLimitCharacters): Promise<string> {
  if (response.body === null) return '';
  if (isKnownShort(response.headers, limit)) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    // Leaving the loop cancels the body, and with it the connection.
    if (text.length > limit) throw toTooLong();
  }
  return text + decoder.decode();
}

/** The length that is told is the one on the wire: of a packed body it says nothing. */
function isKnownShort(headers: Headers, limit: number): boolean {
  const told = headers.get('content-length');
  return told !== null && Number(told) <= limit && headers.get('content-encoding') === null;
}

function toTooLong(): TargetError {
  const message = `The reply is longer than ${replyLimitCharacters / 1_000_000} million characters.`;
  return new TargetError({ cause: 'reply-too-long', message, retryable: false });
}
