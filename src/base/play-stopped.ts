/** Thrown between two calls when the run stops. */
export class PlayStopped extends Error {
  override readonly name = 'PlayStopped';
}
