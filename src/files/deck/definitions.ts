import { z } from 'zod';
import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema } from '../../base/schema-check.ts';
import type { SampleReader } from '../samples/sample-reader.ts';
import { readSampleTable } from '../samples/sample-table.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import { toProblems } from '../syntax/schema-problems.ts';
import { type PlacedContext, readContexts } from './contexts.ts';

const DefinitionsHead = z.strictObject({ contexts: z.unknown().optional(), samples: z.unknown().optional() });

export interface Definitions {
  readonly contexts: readonly PlacedContext[];
  readonly hasSamples: boolean;
  /** Problems of the file and its contexts; those of samples are the reader's. */
  readonly problems: readonly Problem[];
}

/** What a TOML file brings to a deck: contexts, and samples, which go to the reader. */
export function readDefinitions(data: PlacedData, reader: SampleReader, prefix: 'SAMPLES' | 'DECK'): Definitions {
  const head = checkSchema(DefinitionsHead, data.value);
  const { contexts, problems } = readContexts(data);
  const hasSamples = isPlainObject(data.value) && Object.hasOwn(data.value, 'samples');
  if (hasSamples) readSampleTable(data, ['samples'], reader);
  return { contexts, hasSamples, problems: [...toProblems(head.issues ?? [], data, { prefix }), ...problems] };
}
