/**
 * The cluster of every sample that is cut from an item: however many of its turns people scored, it is one conversation.
 * Whoever erases an item finds the samples made of it by this.
 */
export function toItemCluster({ dataset, id }: { readonly dataset: string; readonly id: string }): string {
  return `item:${JSON.stringify([dataset, id])}`;
}
