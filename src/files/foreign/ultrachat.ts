type Fields = Record<string, unknown>;

/** Whether a value is a dialogue of UltraChat: the lines of both speakers as texts. */
export function isUltrachat({ data, messages, history, conversations }: Fields): boolean {
  if (messages !== undefined || history !== undefined || conversations !== undefined) return false;
  return Array.isArray(data) && data.length > 0 && data.every((line) => typeof line === 'string');
}

/** Reads a dialogue of UltraChat. */
export function readUltrachat({ data, ...rest }: Fields): Fields {
  return { ...rest, messages: Array.isArray(data) ? toAlternateTurns(data) : data };
}

/** The user and the assistant take turns, and the user begins. */
export function toAlternateTurns(texts: readonly unknown[]): readonly Fields[] {
  return texts.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }));
}
