import { isPlainObject } from '../../base/plain-object.ts';
import { toCluster } from '../../conversation/cluster.ts';
import {
  type DrawnLabels,
  type DrawnPick,
  listDrawnPicks,
  toDrawnId,
  toInclusionProbability,
} from '../../conversation/label-request.ts';
import type { Sample, Split } from '../../conversation/sample.ts';
import { fromBody } from '../../curate/item-content.ts';
import type { ItemRecord } from '../../store/item-port.ts';
import { type ItemSample, testTag } from './item-samples.ts';
import type { DrawCounts } from './sample-sources.ts';

interface DrawScope {
  readonly dataset: string;
  /** All datasets with labels for this calibration. */
  readonly datasets: readonly string[];
  readonly split: Split;
}

/** Which items of a dataset were drawn at random, which were filed because of a verdict, and how many have a score. */
export class DatasetDraws {
  readonly #picks = new Map<string, DrawnPick & { readonly split: Split | undefined }>();
  readonly #requests: readonly (DrawnLabels['request'] & { readonly counts: boolean })[];
  readonly #split: Split;
  readonly #ofOtherSplit = new Set<string>();
  readonly #answered = new Set<string>();
  #skipped = 0;

  /** `drawn`: all draws for the deck, into any dataset, oldest first. */
  constructor(drawn: readonly DrawnLabels[], { dataset, datasets, split }: DrawScope) {
    this.#requests = drawn.map(({ request }) => {
      const isUsed = 'dataset' in request.source && datasets.includes(request.source.dataset);
      return { ...request, counts: isUsed && (request.split ?? split) === split };
    });
    this.#split = split;
    const splits = new Map(drawn.map(({ request }) => [request.id, request.split]));
    for (const pick of listDrawnPicks(drawn)) {
      const { subject } = pick;
      if (!('item' in subject) || subject.dataset !== dataset) continue;
      this.#picks.set(subject.item, { ...pick, split: splits.get(pick.request) });
    }
  }

  /** Undefined: nothing was drawn. A deleted or purged item counts as drawn and without a score. */
  get counts(): DrawCounts | undefined {
    const drawn = this.#picks.size - this.#ofOtherSplit.size;
    if (drawn === 0) return undefined;
    const open = [...this.#picks].filter(([id]) => !this.#ofOtherSplit.has(id) && !this.#answered.has(id));
    return {
      ...{ drawn, answered: this.#answered.size, skipped: this.#skipped },
      unansweredWeight: open.reduce((sum, [, pick]) => sum + 1 / toInclusionProbability(pick, this.#requests), 0),
    };
  }

  addItem(record: ItemRecord, samples: readonly ItemSample[]): void {
    const pick = this.#picks.get(record.id);
    if (pick === undefined) return;
    const { manualTags } = fromBody(record.body, record.status);
    // A drawn item stays in the split of its draw, even if its tags change.
    const split = pick.split ?? (manualTags.includes(testTag) ? 'test' : 'tune');
    if (split !== this.#split) this.#ofOtherSplit.add(record.id);
    else if (samples.some((sample) => isAsDrawn(record, sample))) this.#answered.add(record.id);
    else if (record.status === 'skipped') this.#skipped += 1;
  }

  /**
   * How a sample was selected. If a person edited the reply before scoring it, or scored another reply, it does not
   * count as drawn.
   */
  findSelection(record: ItemRecord, sample: ItemSample): Sample['selection'] {
    const pick = this.#picks.get(record.id);
    if (pick === undefined) return findVerdictSelection(record);
    // A person moved the item to the other split, so it was not selected at random.
    if ((pick.split ?? this.#split) !== this.#split || !isAsDrawn(record, sample)) return undefined;
    return { by: 'draw', inclusionProbability: toInclusionProbability(pick, this.#requests) };
  }
}

/** The id of a drawn item is a hash of the drawn text. */
function isAsDrawn({ id }: ItemRecord, { value: { messages } }: ItemSample): boolean {
  return Array.isArray(messages) && toDrawnId(messages) === id;
}

/** Ids of items that `--request-labels` filed in earlier versions, which selected them by the judge's verdict. */
const filedByJudge = /^unlabeled-[0-9a-f]{12}$/;

/** An item that was imported from a run by status was selected by verdicts, but not by those of one judge alone. */
function findVerdictSelection({ id, body, status }: ItemRecord): Sample['selection'] {
  if (filedByJudge.test(id)) return { by: 'verdict' };
  const found = findRun(fromBody(body, status).meta);
  if (typeof found.status !== 'string') return undefined;
  return { by: 'verdict', run: typeof found.run === 'string' ? found.run : '' };
}

function findRun(meta: unknown): Readonly<Record<string, unknown>> {
  const run = isPlainObject(meta) ? meta.run : undefined;
  return isPlainObject(run) ? run : {};
}

/**
 * Repeats of a case, and its plays in several runs, are not independent, so they form a group. Undefined: the item is
 * not from a run.
 */
export function findCaseGroup({ body, status }: ItemRecord): string | undefined {
  const run = findRun(fromBody(body, status).meta);
  // Earlier versions stored the eval as `dataset`.
  const { eval: evalName = run.dataset, case: id, conversationId } = run;
  if (typeof evalName !== 'string' || typeof id !== 'string') return undefined;
  return toCluster({
    eval: evalName,
    id,
    conversationId: typeof conversationId === 'string' ? conversationId : undefined,
  });
}
