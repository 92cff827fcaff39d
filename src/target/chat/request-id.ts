/** Headers in which providers name a request, the most telling first. */
const names = ['x-request-id', 'request-id', 'apim-request-id', 'x-ms-request-id', 'x-goog-request-id', 'cf-ray'];

/** The name of a request that the provider's support asks for; else the id of the reply. */
export function findRequestId(
  headers: Readonly<Record<string, string>> | undefined,
  replyId?: string,
): string | undefined {
  if (headers !== undefined) {
    for (const name of names) {
      const id = headers[name];
      if (id !== undefined && id !== '') return id;
    }
  }
  return replyId;
}
