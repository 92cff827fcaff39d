import { z } from 'zod';
import type { ReplyUnderTest } from '../../../../../src/conversation/item/item.ts';

export interface Failure {
  readonly grader: string;
  readonly reason: string;
}

const Failed = z.looseObject({ grader: z.string(), pass: z.literal(false), reason: z.string() });

/** What failed the reply. The number of the turn in the name of a grader is left out: the box is at the turn. */
export function listFailures({ verdicts }: Pick<ReplyUnderTest, 'verdicts'>): readonly Failure[] {
  return verdicts.flatMap((verdict) => {
    const read = Failed.safeParse(verdict);
    return read.success ? [{ grader: read.data.grader.replace(/^turn-\d+\//, ''), reason: read.data.reason }] : [];
  });
}
