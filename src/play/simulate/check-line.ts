/** What is wrong with a line of the simulated user, or undefined. `before`: the lines it said so far. */
export function findLineProblem(line: string, before: readonly string[]): string | undefined {
  if (line.trim() === '') return 'it said nothing';
  const slip = roleSlips.find(({ pattern }) => pattern.test(line));
  if (slip !== undefined) return `broke character: ${slip.what}`;
  const same = before.filter((earlier) => toPlainWords(earlier) === toPlainWords(line)).length;
  return same >= 2 ? 'loop: it said the same line three times' : undefined;
}

const roleSlips: readonly { readonly pattern: RegExp; readonly what: string }[] = [
  { pattern: /^\s*\[?(?:assistant|agent|system|tool)\]?\s*:/i, what: 'it wrote an assistant line' },
  {
    pattern: /(?:^|\n)\s*\[?(?:user|customer|human)\]?\s*:[^\n]*\n+\s*\[?(?:assistant|agent)\]?\s*:/i,
    what: 'it wrote both sides',
  },
  { pattern: /\bas an? (?:ai|language model|ai language model|virtual assistant)\b/i, what: 'it spoke as a model' },
  { pattern: /\bhow (?:can|may) i (?:help|assist) you\b/i, what: 'it offered help' },
];

const farewell =
  /^(?:(?:ok(?:ay)?|great|perfect|alright|all right|thanks?(?: you)?(?: (?:so|very) much| a lot| again)?|that(?:'s| is) (?:all|it|everything)|have a (?:nice|good|great|lovely|wonderful) (?:day|one|evening|weekend)|good ?bye|bye(?: bye)?|take care|see you|you too|cheers|for (?:your|the) help)[\s,.!–-]*(?:and |for (?:your|the|all your) help)?[\s,.!–-]*)+$/i;

/** Thanks and goodbyes with nothing in them. */
export function isFarewell(line: string): boolean {
  return farewell.test(line.trim());
}

function toPlainWords(line: string): string {
  return line
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
