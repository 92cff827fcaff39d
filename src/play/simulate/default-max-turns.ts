/** User turns of a simulated conversation when the case does not say how many. */
export const defaultMaxTurns = 10;
