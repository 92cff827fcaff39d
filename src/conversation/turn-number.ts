/**
 * The turn number that people see: the position of the message in the conversation, counted from 1, system messages
 * included. JSON keeps `turnIndex`, counted from 0.
 */
export function toTurnNumber(turnIndex: number): number {
  return turnIndex + 1;
}

/** `turn 4`, for the turn with index 3. */
export function nameTurn(turnIndex: number): string {
  return `turn ${toTurnNumber(turnIndex)}`;
}

/** The id of a grader for one turn: `turn-4/contains-1` for the turn with index 3. */
export function toTurnGraderId(turnIndex: number, own: string): string {
  return `turn-${toTurnNumber(turnIndex)}/${own}`;
}

/** Names one turn of a conversation, as a sample or as a rated unit: `refund-time#turn-4`. */
export function toTurnUnit(conversation: string, turnIndex: number): string {
  return `${conversation}#turn-${toTurnNumber(turnIndex)}`;
}

const turnPrefix = /^turn-(\d+)\//;

export function isTurnGraderId(id: string): boolean {
  return turnPrefix.test(id);
}

/** `turn-4/must-mention-1` → `must-mention-1`. */
export function withoutTurn(id: string): string {
  return id.replace(turnPrefix, '');
}

/**
 * Converts the grader id of a stored verdict to the current numbering. Earlier versions counted scripted lines, or
 * turns, from 0, so their number is never above the turn's index: `turn-1/contains-1` on the turn with index 3 becomes
 * `turn-4/contains-1`.
 */
export function toPresentGraderId(id: string, turnIndex: number | null): string {
  const [, number] = turnPrefix.exec(id) ?? [];
  if (number === undefined || turnIndex === null || Number(number) > turnIndex) return id;
  return toTurnGraderId(turnIndex, withoutTurn(id));
}
