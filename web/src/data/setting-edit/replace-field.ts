import { ApiFault } from '../api-fault.ts';

/** Somebody else wrote something there meanwhile, and it is not overwritten unseen. */
export class StaleEdit extends Error {
  override readonly name = 'StaleEdit';
}

export interface FieldReplacement<Whole> {
  /** Asks the server. */
  readonly read: () => Promise<Whole>;
  /** Whether the field is as it was when the edit began. */
  readonly isBase: (current: Whole) => boolean;
  /** Refused with 412 when the whole is not `current` any more. */
  readonly write: (current: Whole) => Promise<Whole>;
}

/** How often an edit goes round others that were faster, at other fields. */
const mostTries = 5;

/** Changes one field of something that is replaced as a whole, and leaves what others do to the rest of it alone. */
export async function replaceField<Whole>({ read, isBase, write }: FieldReplacement<Whole>): Promise<Whole> {
  for (let tries = 1; ; tries++) {
    const current = await read();
    if (!isBase(current)) throw new StaleEdit('Someone else changed it in the meantime.');
    try {
      return await write(current);
    } catch (error) {
      const isStale = error instanceof ApiFault && error.status === 412;
      if (!isStale || tries === mostTries) throw error;
    }
  }
}
