import { type JsonValue, query } from 'jsonpath-rfc9535';
import parseJsonPath from 'jsonpath-rfc9535/parser';
import { Fault } from '../../base/fault.ts';

/** What a JSONPath (RFC 9535) finds in an answer, in order. A path that is none is a Fault. */
export function compileReplyPath(path: string, id: string): (answer: unknown) => readonly unknown[] {
  try {
    parseJsonPath(path);
  } catch (error) {
    const reason = error instanceof Error ? ` ${error.message}` : '';
    throw new Fault(
      {
        code: 'TARGET_BAD_JSONPATH',
        message: `The reply "${path.slice(0, 80)}" of target "${id}" is not valid JSONPath.${reason}`,
        hint: 'Use an expression such as $.choices[0].message.content.',
      },
      { cause: error },
    );
  }
  // An answer comes out of JSON.parse, so it is a JSON value.
  return (answer) => query(answer as JsonValue, path);
}
