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
