/** What tells to which conversations one belongs; `id` is that of its case. */
interface ClusteredConversation {
  readonly conversationId?: string | undefined;
  readonly eval: string;
  readonly id: string;
}

/**
 * Names the cluster of a conversation. Those of one cluster are not independent: those of one `conversation_id`, else
 * the repeats of a case. No `conversation_id` can be taken for a case.
 */
export function toCluster({ conversationId, eval: evalName, id }: ClusteredConversation): string {
  return conversationId === undefined ? `case ${JSON.stringify([evalName, id])}` : `conversation ${conversationId}`;
}

/**
 * The cluster of every sample that is cut from an item: however many of its turns people scored, it is one conversation.
 * Whoever erases an item finds the samples made of it by this.
 */
export function toItemCluster({ dataset, id }: { readonly dataset: string; readonly id: string }): string {
  return `item:${JSON.stringify([dataset, id])}`;
}
