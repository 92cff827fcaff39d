/** Whether `npm run test:long` runs the tests. */
export const isLong = process.env.TURNWISE_TESTS === 'long';

/** How often a property is tried, or a process killed: `usual` times in `npm test`, `long` times in `npm run test:long`. */
export function tries(usual: number, long: number): number {
  return isLong ? long : usual;
}
