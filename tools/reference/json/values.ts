import { z } from 'zod';

// Short names for the shapes of printed JSON, each with its description.

export const text = (description: string) => z.string().describe(description);
export const number = (description: string) => z.number().describe(description);
export const whole = (description: string) => z.int().describe(description);
export const truth = (description: string) => z.boolean().describe(description);
export const texts = (description: string) => z.array(z.string()).describe(description);
export const time = (description: string) => z.string().describe(`${description} (ISO 8601, UTC).`);
export const oneOf = <const Word extends string>(words: readonly Word[], description: string) =>
  z.enum(words).describe(description);
export const list = <Shape extends z.ZodType>(shape: Shape, description: string) =>
  z.array(shape).describe(description);
/** User data, or an object of a foreign format: printed as it is. */
export const verbatim = (description: string) => z.unknown().describe(description);
/** An object whose keys are data. `key` names one in the reference: `<tag>`. */
export const mapOf = <Shape extends z.ZodType>(shape: Shape, description: string) =>
  z.record(z.string(), shape).describe(description);
