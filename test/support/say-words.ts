const words = (
  'order refund parcel receipt within fourteen days please check your account number we will send the money back ' +
  'to card used for payment thank you patience let me look into this policy says that opened items can be returned'
).split(' ');

/** Says the same for the same seed, so that every run of a test sees the same conversations. */
export function sayWords(seed: number, count: number): string {
  return Array.from(
    { length: count },
    (_, index) => words[(seed * 31 + index * 17 + ((seed * index) % 7)) % words.length],
  ).join(' ');
}
