import { type Clock, systemClock } from '../base/clock.ts';
import { definedOnly } from '../base/defined-only.ts';
import { Fault } from '../base/fault.ts';
import { toDeckHash } from '../grade/judge/render-deck.ts';
import type { CalibrateDecksOptions } from '../jobs/calibrate/options.ts';
import { readDecks } from '../judges/calibrated-deck.ts';
import { type FiledLabels, type LabelsRequest, requestLabels } from '../review/labels/request-labels.ts';
import { readReservedSamples } from '../samples/sources/read-sample-sources.ts';
import { findStoreRoot, openStore } from './open-store.ts';

/** Enough to estimate roughly how often people fail a conversation. The gate then says how many more it needs. */
const usualDraw = 40;

interface FirstLabelsRequest extends Pick<LabelsRequest, 'dataset' | 'actor' | 'draw' | 'strata' | 'seed'> {
  readonly clock?: Clock;
}

/** The labels requested for one deck, which is named by its path from the project root. */
interface FirstLabelRequest extends FiledLabels {
  readonly deck: string;
}

/** Whether a calibration cannot start because no conversation has a score yet. */
export function isWithoutSamples(error: unknown): boolean {
  if (!(error instanceof Fault)) return false;
  const wrong = error.problems.filter(({ severity }) => severity === 'error');
  return wrong.every(({ code }) => code === 'SAMPLES_NONE' || code === 'SAMPLES_NONE_SELECTED');
}

/**
 * Requests the first labels of decks without samples. It draws from the conversations that each deck graded in runs. No
 * judge is asked, because there are no human scores yet.
 */
export async function requestFirstLabels(
  files: readonly string[],
  { samples: sources = [], split = 'tune', db: path, cwd = process.cwd() }: CalibrateDecksOptions,
  { clock = systemClock, draw = usualDraw, ...wanted }: FirstLabelsRequest,
): Promise<readonly FirstLabelRequest[]> {
  const place = { path, cwd, file: files[0] };
  const decks = readDecks(files, { cwd, root: findStoreRoot(place), strict: false, hasOtherSamples: true });
  const store = await openStore({ ...place, clock });
  try {
    const filed: FirstLabelRequest[] = [];
    const reserved = await readReservedSamples({ decks, sources, split, cwd, store });
    for (const [place, { name, deck }] of decks.entries()) {
      const question = { name, hash: toDeckHash(deck), pass: deck.pass };
      const request = { ...wanted, needed: [], deck: question, rows: [], split, store, clock, draw };
      filed.push({
        deck: name,
        ...(await requestLabels({ ...request, ...definedOnly({ reserved: reserved[place] }) })),
      });
    }
    return filed;
  } finally {
    await store.close();
  }
}
