import { Fault } from '../../base/fault.ts';
import { suggestFrom } from '../../base/nearest.ts';
import type { Sample } from '../../conversation/sample.ts';

/** The sample of that id; a Fault that names the ones there are. */
export function getSample(samples: readonly Sample[], id: string): Sample {
  const found = samples.find((sample) => sample.id === id);
  if (found !== undefined) return found;
  const ids = samples.map((sample) => sample.id);
  throw new Fault({ code: 'SAMPLE_UNKNOWN', message: `There is no sample "${id}".`, hint: suggestFrom(id, ids) });
}
