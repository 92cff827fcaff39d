/** How much packed data may unpack to: `bytes` whatever its size, and beyond that `times` its size. */
export interface UnpackBounds {
  readonly bytes: number;
  readonly times: number;
}

/** Text packs to a tenth or a thirtieth. What is made to fill a disk or a processor packs a thousand to one and more. */
export const usualTimes = 200;

export function unpacksTooFar(
  { packed, unpacked }: { readonly packed: number; readonly unpacked: number },
  { bytes, times }: UnpackBounds,
): boolean {
  return unpacked > bytes && unpacked > packed * times;
}
