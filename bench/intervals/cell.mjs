/** The draws of a simulated cell. The standard error of a coverage of 0.95 is then 0.0015. */
export const manyDraws = 20_000;

/**
 * Share of data sets whose interval contains the truth, of those that have an interval, and the share that have one.
 * `measure` draws one data set and returns `{ low, high }`, null ends for no interval.
 */
export function simulate({ truth, draws = manyDraws, measure }) {
  let given = 0;
  let covered = 0;
  let width = 0;
  for (let draw = 0; draw < draws; draw++) {
    const { low, high } = measure();
    if (low === null || high === null || low === undefined || high === undefined) continue;
    given++;
    width += high - low;
    if (contains({ low, high }, truth)) covered++;
  }
  return { coverage: covered / given, given: given / draws, width: width / given, draws };
}

/** The same from all possible data sets: `outcomes` yields `{ chance, low, high }`. */
export function enumerate({ truth, outcomes }) {
  let all = 0;
  let given = 0;
  let covered = 0;
  let width = 0;
  for (const { chance, low, high } of outcomes) {
    all += chance;
    if (low === null || high === null || low === undefined || high === undefined) continue;
    given += chance;
    width += chance * (high - low);
    if (contains({ low, high }, truth)) covered += chance;
  }
  return { coverage: covered / given, given: given / all, width: width / given, draws: 'exact' };
}

/** Rounding must not decide whether 1 is in an interval that ends at 1. */
function contains({ low, high }, truth) {
  return low <= truth + 1e-9 && high >= truth - 1e-9;
}

/** P(X = x) of n trials, for all x. */
export function binomialChances(n, p) {
  const chances = [];
  let log = n * Math.log1p(-p);
  for (let x = 0; x <= n; x++) {
    chances.push(Math.exp(log));
    log += Math.log((n - x) / (x + 1)) + Math.log(p / (1 - p));
  }
  return chances;
}
