/** Which item: ids are unique in their dataset only. */
export interface ItemKey {
  readonly dataset: string;
  readonly id: string;
}

/** The URL of an item in the API. */
export function toItemPath({ dataset, id }: ItemKey): string {
  return `/v1/ground-truths/${encodeURIComponent(dataset)}/${encodeURIComponent(id)}`;
}

/** As a key of maps and stores. */
export function toKeyText({ dataset, id }: ItemKey): string {
  return JSON.stringify([dataset, id]);
}
