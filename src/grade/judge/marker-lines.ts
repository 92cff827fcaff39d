import { toTurnNumber } from '../../conversation/turn-number.ts';
import type { MisleadingLine } from '../../format/marked.ts';
import type { CheckResult } from '../checks/check.ts';

/** Where a message that the judge was shown stands in the whole conversation. */
export interface ShownPlace {
  readonly turnIndex: number;
}

/** In a transcript a line such as `[User]:` inside a message could be taken for a turn: the verdict says so. */
export function withMarkerLines(
  result: CheckResult,
  lines: readonly MisleadingLine[],
  turns: readonly ShownPlace[],
): CheckResult {
  if (lines.length === 0) return result;
  const markerLines = lines.map(({ turnIndex, text }) => ({
    turnIndex: turns[turnIndex]?.turnIndex ?? turnIndex,
    text,
  }));
  const places = markerLines.map(({ turnIndex }) => toTurnNumber(turnIndex)).join(', ');
  const note = `In the transcript, text of turn ${places} looks like a separate turn.`;
  return {
    ...result,
    reason: `${result.reason}${result.reason === '' ? '' : ' '}(${note})`,
    evidence: { markerLines },
  };
}
