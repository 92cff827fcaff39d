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
  /** All datasets whose labels are samples of this calibration. */
  readonly datasets: readonly string[];
  readonly split: Split;
}

/** Which items of a dataset were drawn at random, which were filed because of a verdict, and how many are answered. */
export class DatasetDraws {
  readonly #picks = new Map<string, DrawnPick & { readonly split: Split | undefined }>();
  readonly #requests: readonly (DrawnLabels['request'] & { readonly counts: boolean })[];
  readonly #split: Split;
  readonly #ofOtherSplit = new Set<string>();
  readonly #answered = new Set<string>();
  #skipped = 0;

  /** `drawn`: for the deck, into any dataset, oldest first. */
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

  /** Undefined when nothing was drawn. An item that is deleted or purged counts as drawn and not answered. */
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
    // A drawn item stays in the split that it was drawn for, whatever its tags become.
    const split = pick.split ?? (manualTags.includes(testTag) ? 'test' : 'tune');
    if (split !== this.#split) this.#ofOtherSplit.add(record.id);
    else if (samples.some((sample) => isAsDrawn(record, sample))) this.#answered.add(record.id);
    else if (record.status === 'skipped') this.#skipped += 1;
  }

  /** A reply that a person edited before it was scored, or another one of the conversation, was not drawn. */
  findSelection(record: ItemRecord, sample: ItemSample): Sample['selection'] {
    const pick = this.#picks.get(record.id);
    if (pick === undefined) return findVerdictSelection(record);
    // An item that a person moved to the other split was chosen for it by that person.
    if ((pick.split ?? this.#split) !== this.#split || !isAsDrawn(record, sample)) return undefined;
    return { by: 'draw', inclusionProbability: toInclusionProbability(pick, this.#requests) };
  }
}

/** The id of a drawn item is made of the words that were drawn. */
function isAsDrawn({ id }: ItemRecord, { value: { messages } }: ItemSample): boolean {
  return Array.isArray(messages) && toDrawnId(messages) === id;
}

/** Ids of what `--request-labels` filed when it still chose conversations by what the judge said of them. */
const filedByJudge = /^unlabeled-[0-9a-f]{12}$/;

/** A conversation that was imported from a run by its status was chosen by verdicts, but not by those of one judge. */
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

/** Repeats of a case, and its plays in several runs, are not independent. Undefined for an item that is from no run. */
export function findCaseGroup({ body, status }: ItemRecord): string | undefined {
  const run = findRun(fromBody(body, status).meta);
  // Items that an earlier version imported name the eval `dataset`.
  const { eval: evalName = run.dataset, case: id, conversationId } = run;
  if (typeof evalName !== 'string' || typeof id !== 'string') return undefined;
  return toCluster({
    eval: evalName,
    id,
    conversationId: typeof conversationId === 'string' ? conversationId : undefined,
  });
}
