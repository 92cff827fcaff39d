import { Fault, toError } from '../base/fault.ts';
import type { ItemRecord } from '../store/item-port.ts';

/** The item has changed since it was read: what it is now, and where it differs, so that a client can merge. */
export class StaleItem extends Fault {
  readonly current: ItemRecord;
  /** JSON paths. */
  readonly differing: readonly string[];

  constructor(current: ItemRecord, differing: readonly string[]) {
    const { dataset, id } = current;
    const first = toError({
      code: 'ITEM_STALE',
      message: `The item "${id}" of dataset "${dataset}" has changed since you read it.`,
      hint: 'Merge your changes with the current item, then send them with its ETag.',
    });
    const rest = differing.map((path) => toError({ code: 'ITEM_STALE', message: 'This has changed.', path }));
    super([first, ...rest]);
    this.current = current;
    this.differing = differing;
  }
}
