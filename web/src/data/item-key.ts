/** Which item: ids are unique in their dataset only. */
export interface ItemKey {
  readonly dataset: string;
  readonly id: string;
}

/** The address of an item in the API, as seen by who may change everything, or by its holder. */
export function toItemPath({ dataset, id }: ItemKey, under: 'ground-truths' | 'assignments' = 'ground-truths'): string {
  return `/v1/${under}/${encodeURIComponent(dataset)}/${encodeURIComponent(id)}`;
}

/** As a key of maps and stores. */
export function toKeyText({ dataset, id }: ItemKey): string {
  return JSON.stringify([dataset, id]);
}
