import type { Label } from '../conversation/label.ts';
import type { CurationStore, LabelFilter } from '../store/curation-port.ts';

const labelsAtOnce = 1000;

/** Every label that fits, in the order they were given. */
export async function* listLabels(
  { labels }: Pick<CurationStore, 'labels'>,
  filter: LabelFilter,
): AsyncGenerator<Label> {
  let after: string | undefined;
  do {
    const page = await labels.list(filter, { limit: labelsAtOnce, ...(after === undefined ? {} : { after }) });
    yield* page.labels;
    after = page.cursor;
  } while (after !== undefined);
}
