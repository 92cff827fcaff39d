/** Formats of chats that other programs write. `messages` is our own plain one, `{messages: […]}`. */
export const chatFormats = ['openai', 'sharegpt', 'anthropic', 'messages'] as const;
export type ChatFormat = (typeof chatFormats)[number];

/** What a file of conversations may be in; `items` is the shape of founding document 003. */
export const foreignFormats = ['items', ...chatFormats] as const;
export type ForeignFormat = (typeof foreignFormats)[number];
