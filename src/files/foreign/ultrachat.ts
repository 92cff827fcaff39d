type Fields = Record<string, unknown>;

/** Whether a value is a dialogue of UltraChat: the lines of both speakers as texts. */
export function isUltrachat({ data, messages, history, conversations }: Fields): boolean {
  if (messages !== undefined || history !== undefined || conversations !== undefined) return false;
  return Array.isArray(data) && data.length > 0 && data.every((line) => typeof line === 'string');
}

/** Reads a dialogue of UltraChat: the user and the assistant take turns, and the user begins. */
export function readUltrachat({ data, ...rest }: Fields): Fields {
  const toMessage = (content: unknown, index: number) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content });
  return { ...rest, messages: Array.isArray(data) ? data.map(toMessage) : data };
}
