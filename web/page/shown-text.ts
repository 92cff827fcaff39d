import { toVisibleText } from '../../src/format/transcript.ts';

/** Text of any origin as it is shown: line ends as one, controls and marks of direction as pictures. */
export function toShown(text: string): string {
  return toVisibleText(text.replaceAll('\r\n', '\n')).toWellFormed();
}
