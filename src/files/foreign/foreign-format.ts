/** Formats of chats that other programs write. `messages` is our own plain one, `{messages: […]}`. */
export const chatFormats = ['openai', 'sharegpt', 'anthropic', 'messages'] as const;
export type ChatFormat = (typeof chatFormats)[number];

/** What a file of conversations may be in; `items` is the shape of founding document 003. */
export const foreignFormats = ['items', ...chatFormats] as const;
export type ForeignFormat = (typeof foreignFormats)[number];

/** What people call one conversation in a format, and many. */
export const formatNames: Readonly<Record<ForeignFormat, { readonly one: string; readonly many: string }>> = {
  items: { one: 'a Turnwise item', many: 'Turnwise items' },
  openai: { one: 'an OpenAI chat', many: 'OpenAI chats' },
  sharegpt: { one: 'a ShareGPT chat', many: 'ShareGPT chats' },
  anthropic: { one: 'an Anthropic chat', many: 'Anthropic chats' },
  messages: { one: 'a list of messages', many: 'lists of messages' },
};
