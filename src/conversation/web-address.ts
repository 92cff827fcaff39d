/** Whether an image is named by its address, which is never fetched, and not by a path. */
export function isWebAddress(written: string): boolean {
  return /^https?:\/\//i.test(written);
}
