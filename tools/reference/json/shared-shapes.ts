import { z } from 'zod';
import { list, number, oneOf, text, truth, whole } from './values.ts';

/** A rate or mean. */
export const Estimate = z.strictObject({
  value: number('The estimate. null if it is undefined.').nullable(),
  low: number('Lower end of the 95% CI. null or absent if there is none.').nullable().optional(),
  high: number('Upper end of the 95% CI. null or absent if there is none.').nullable().optional(),
  n: whole('How many observations it is based on.'),
  clusters: whole('How many independent clusters they form, if they are grouped.').optional(),
  why: text('Why there is no value or no interval.').optional(),
});

/** A metric of a calibration. */
export const Metric = z.strictObject({
  ...Estimate.omit({ clusters: true }).shape,
  effectiveN: number('The equivalent number of independent, equally weighted samples, if that is not `n`.').optional(),
  bound: truth(
    'true if many drawn conversations have no score. `low` and `high` then count them against and for the judge.',
  ).optional(),
});

/** B − A, or new − old. */
export const Difference = z.strictObject({
  value: number('The difference. null if it is undefined.').nullable(),
  low: number('Lower end of the 95% CI.').nullable().optional(),
  high: number('Upper end of the 95% CI.').nullable().optional(),
  why: text('Why there is no value or no interval.').optional(),
});

export const Variant = z.strictObject({
  target: text('ID of the target.'),
  send: oneOf(['question', 'messages'], 'What the target was sent.'),
  play: oneOf(['reply', 'every-turn', 'script', 'simulate'], 'The play mode.'),
});

export const Cost = z.strictObject({
  total: number('Sum of all known costs in US dollars. null if none is known.').nullable(),
  unknownCalls: whole('Calls whose cost is unknown.'),
});

export const Problem = z.strictObject({
  severity: oneOf(['error', 'warning'], 'How severe it is.'),
  code: text('The [error code](faults.md).'),
  message: text('What is wrong.'),
  file: text('The file.').optional(),
  line: whole('Line, from 1.').optional(),
  column: whole('Column, from 1.').optional(),
  path: text('The place inside the item, such as `history[0].msg`.').optional(),
  hint: text('How to fix it.').optional(),
});

export const ItemKey = z.strictObject({ dataset: text('Dataset of the item.'), id: text('ID of the item.') });

export const Losses = list(
  z.strictObject({
    what: text('What could not be converted.'),
    count: whole('Number of occurrences.'),
    examples: list(
      z.strictObject({
        what: text('What could not be converted.'),
        item: text('The item or conversation.'),
        where: text('The place inside it.'),
      }),
      'The first few.',
    ),
  }),
  'What the format cannot express, most frequent first.',
);
