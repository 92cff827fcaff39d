/** Of how many words of the question. */
const mostWords = 5;

/** A name for a conversation, after what it asks: `can-i-return-a-sofa-k3x9`. The end keeps two alike apart. */
export function toNewItemId(question: string, end: string): string {
  const words = question.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...words.slice(0, mostWords).map((word) => word.slice(0, 20)), end].join('-');
}
