import { z } from 'zod';
import { Turn } from '../../../src/conversation/item/item.ts';

const PlacedTurn = z.object({ turnIndex: z.int(), turn: Turn });

/** What differs between two states of an item, with the turns themselves: an `ItemDiff` of src/curate as the API sends it. */
export const WholeDiff = z.object({
  fields: z.array(
    z.object({ path: z.string(), before: z.unknown().exactOptional(), after: z.unknown().exactOptional() }),
  ),
  turns: z.array(
    z.object({
      kind: z.enum(['same', 'changed', 'added', 'removed', 'moved']),
      id: z.string().exactOptional(),
      before: PlacedTurn.exactOptional(),
      after: PlacedTurn.exactOptional(),
      fields: z.array(z.string()).exactOptional(),
    }),
  ),
});
