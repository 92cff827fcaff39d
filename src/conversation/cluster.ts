/** The fields that decide the cluster of a conversation. `id` is the id of its case. */
interface ClusteredConversation {
  readonly conversationId?: string | undefined;
  readonly eval: string;
  readonly id: string;
}

/**
 * Names the cluster of a conversation. Conversations of one cluster are not independent: they share a
 * `conversation_id`, or they are repeats of one case. The prefix keeps a `conversation_id` from matching a case.
 */
export function toCluster({ conversationId, eval: evalName, id }: ClusteredConversation): string {
  return conversationId === undefined ? `case ${JSON.stringify([evalName, id])}` : `conversation ${conversationId}`;
}

/**
 * Names the cluster of all samples that are cut from one item. They are one conversation, no matter how many of its
 * turns were scored. Erasing an item finds its samples by this name.
 */
export function toItemCluster({ dataset, id }: { readonly dataset: string; readonly id: string }): string {
  return `item:${JSON.stringify([dataset, id])}`;
}
