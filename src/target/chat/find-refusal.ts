import { definedOnly } from '../../base/defined-only.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { TargetError } from '../port.ts';

const shownLength = 200;

/**
 * What the model said instead of a reply, in an answer of OpenAI or of who speaks like it: `refusal` of a chat message,
 * or a part of that type in a response. The packages do not pass it on: they lose the one, and take the other for an
 * answer that is broken.
 */
export function findRefusal(answer: unknown): string | undefined {
  if (!isPlainObject(answer)) return undefined;
  const messages = listObjects(answer.choices).map(({ message }) => message);
  const parts = listObjects(answer.output).flatMap(({ content }) => listObjects(content));
  const refusals = [...messages.filter(isPlainObject), ...parts].map(({ refusal }) => refusal);
  return refusals.filter((refusal) => typeof refusal === 'string').find((refusal) => refusal.trim() !== '');
}

export function toRefused(refusal: string, requestId: string | undefined): TargetError {
  const said = refusal.trim();
  const shown = said.length > shownLength ? `${said.slice(0, shownLength)}…` : said;
  return new TargetError({
    cause: 'content-filter',
    message: `The model refused: ${JSON.stringify(shown)}`,
    retryable: false,
    ...definedOnly({ requestId }),
  });
}

function listObjects(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isPlainObject) : [];
}
