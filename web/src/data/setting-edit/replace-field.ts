import { ApiFault } from '../api-fault.ts';

/** Someone else changed the field in the meantime. */
export class StaleEdit extends Error {
  override readonly name = 'StaleEdit';
}

export interface FieldReplacement<Whole> {
  /** Reads the record from the server. */
  readonly read: () => Promise<Whole>;
  /** Whether the field is unchanged since the edit began. */
  readonly isBase: (current: Whole) => boolean;
  /** Fails with 412 if the record is no longer `current`. */
  readonly write: (current: Whole) => Promise<Whole>;
}

/** How often a write is retried after others changed other fields. */
const mostTries = 5;

/** Changes one field of a record that is replaced as a whole, and keeps changes by others to the rest. */
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
