const tableSize = 256;
const halfLogTwoPi = 0.5 * Math.log(2 * Math.PI);
const table = toTable();

/**
 * Natural logarithm of n!, to 15 digits; sums of logarithms below 256, Stirling's series with three terms from there.
 *
 * Source: NIST Digital Library of Mathematical Functions, 5.11.1.
 *
 * @example logFactorial(5)  // log 120 = 4.787…
 */
export function logFactorial(n: number): number {
  if (n < tableSize) {
    const value = table[n];
    if (value === undefined) throw new RangeError(`logFactorial needs a whole number ≥ 0, got ${n}`);
    return value;
  }
  const inverse = 1 / n;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square / 1260));
  return (n + 0.5) * Math.log(n) - n + halfLogTwoPi + series;
}

/**
 * Natural logarithm of the number of ways to choose k of n.
 *
 * @example logChoose(5, 2)  // log 10 = 2.302…
 */
export function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

function toTable(): Float64Array {
  const values = new Float64Array(tableSize);
  let sum = 0;
  for (let n = 2; n < tableSize; n++) {
    sum += Math.log(n);
    values[n] = sum;
  }
  return values;
}
