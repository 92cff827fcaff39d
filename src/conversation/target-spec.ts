import { z } from 'zod';

export const Send = z.enum(['question', 'messages']);
export type Send = z.infer<typeof Send>;

const Limits = z.strictObject({
  concurrency: z.number().int().positive().optional().describe('Most calls at once.'),
  rpm: z.number().positive().optional().describe('Most requests a minute.'),
  tpm: z.number().positive().optional().describe('Most tokens a minute.'),
});

const Price = z.strictObject({
  input_usd: z.number().nonnegative().optional().describe('US dollars for a million input tokens.'),
  output_usd: z.number().nonnegative().optional().describe('US dollars for a million output tokens.'),
  cached_input_usd: z.number().nonnegative().optional().describe('US dollars for a million cached input tokens.'),
});

const Settings = z
  .looseObject({
    temperature: z.number().optional().describe('How freely the model chooses its words.'),
    top_p: z.number().optional().describe('Share of the likeliest words it chooses from.'),
    seed: z.number().int().optional().describe('Makes replies repeatable, where the provider can.'),
    max_output_tokens: z.number().int().positive().optional().describe('Longest reply, in tokens.'),
  })
  .describe('What the model is told besides the messages; unknown keys go to the provider as they are.');

const common = {
  id: z.string().min(1).describe('The name eval files use.'),
  send: Send.optional().describe(
    'What the target is sent. messages: the array of chat messages. question: one formatted text, guidelines as system text. A command or http target ignores it: its own keys decide. Default: messages; for replay, what its cassette recorded; in AgentV files, question.',
  ),
  limits: Limits.optional().describe('How hard the target may be called.'),
  price: Price.optional().describe('What calls cost, for the plan and the budget.'),
  version: z.string().optional().describe('Changes when the target does; needed to cache a command or http target.'),
  cache: z
    .boolean()
    .optional()
    .describe('Cache replies. Default: on for hosted models, off with base_url and for command and http.'),
  timeout: z.number().positive().optional().describe('Seconds for one call.'),
};

const headers = z
  .record(z.string(), z.string())
  .optional()
  .describe('Extra HTTP headers. Secrets as ${VAR}. {{conversation_id}} and other ids of the call are filled in.');

const model = {
  ...common,
  model: z.string().min(1).describe("The model's name at the provider."),
  base_url: z.string().optional().describe('Another address. No key is sent there unless api_key_env is named.'),
  api_key_env: z
    .string()
    .optional()
    .describe('Name of the environment variable that holds the key. Default: the usual one of the provider.'),
  settings: Settings.optional(),
  headers,
};

const BuiltinRule = z.strictObject({
  contains: z.string().optional().describe('Applies when the last user text contains this.'),
  regex: z.string().optional().describe('Applies when the last user text matches this.'),
  turn: z.number().int().nonnegative().optional().describe('Applies to this reply only, 0-based.'),
  reply: z.string().describe('What is answered.'),
});

/** What is tested: a model, an agent, a command, an HTTP service. */
export const TargetSpec = z.discriminatedUnion('provider', [
  z.strictObject({
    ...model,
    provider: z.literal('openai'),
    api: z
      .enum(['chat', 'responses'])
      .optional()
      .describe('Which of the interfaces of OpenAI is called. Default: responses.'),
  }),
  z.strictObject({ ...model, provider: z.literal('anthropic') }),
  z.strictObject({ ...model, provider: z.literal('google') }),
  z.strictObject({
    ...model,
    provider: z.literal('azure'),
    resource: z.string().optional().describe('Name of the Azure resource, when there is no base_url.'),
    api_version: z.string().optional().describe('Version of the Azure interface.'),
  }),
  z.strictObject({
    ...model,
    provider: z.literal('openai-compatible'),
    base_url: z.string().describe('Address of the service, such as http://127.0.0.1:11434/v1.'),
  }),
  z.strictObject({
    ...common,
    provider: z.literal('command'),
    command: z.array(z.string()).min(1).describe('Program and arguments. Running an eval runs this program.'),
    input: z
      .enum(['question', 'argument', 'json'])
      .optional()
      .describe(
        'How the program gets the case. question: the question on stdin. argument: the question as one more argument. json: an object on stdin. Default: question.',
      ),
    template: z
      .boolean()
      .optional()
      .describe(
        'Replace {PROMPT}, {GUIDELINES}, {EVAL_ID}, {ATTEMPT}, {FILES}, {OUTPUT_FILE}, {CONVERSATION_ID}, {TURN}, {RUN_ID}, {CASE_ID} and {REPEAT} in the command, each as one argument. Default: false.',
      ),
    output: z
      .enum(['text', 'json'])
      .optional()
      .describe('What the program prints. text: the reply. json: an object or a list of messages. Default: text.'),
    shell: z.boolean().optional().describe('Hand the command to a shell. Default: false.'),
    cwd: z.string().optional().describe('Folder the program runs in. Default: the folder of the targets file.'),
    env: z
      .record(z.string(), z.string())
      .optional()
      .describe('Extra environment variables. {{conversation_id}} and other ids of the call are filled in.'),
    files: z
      .array(z.string().min(1))
      .optional()
      .describe(
        'Files and folders that the program is made of, from the folder of the targets file. When one of them changes, the certificate of a judge is stale. Default: the source files in the folder of the program and below, and what they import by a relative path.',
      ),
  }),
  z.strictObject({
    ...common,
    provider: z.literal('http'),
    url: z.string().min(1).describe('Address of the service. Placeholders such as {{last_user}} are filled in.'),
    method: z.enum(['GET', 'POST', 'PUT']).optional().describe('How the service is called. Default: POST.'),
    body: z
      .unknown()
      .optional()
      .describe('Template of the JSON body. Default: an object of question, guidelines, messages and files.'),
    reply: z
      .string()
      .optional()
      .describe('JSONPath of the reply in the answer. Default: the first usual key that holds one.'),
    headers,
  }),
  z.strictObject({
    ...common,
    provider: z.literal('replay'),
    cassette: z.string().describe('File made with --record.'),
  }),
  z.strictObject({
    ...common,
    provider: z.literal('builtin'),
    model: z
      .enum(['echo', 'scripted', 'lookup'])
      .describe('A small program inside Turnwise, not a language model: echo, scripted or lookup.'),
    rules: z.array(BuiltinRule).optional().describe('For scripted: the first rule that applies answers.'),
    latency_ms: z
      .number()
      .nonnegative()
      .max(3_600_000)
      .optional()
      .describe('Milliseconds to wait before answering; to try out progress and stopping.'),
  }),
]);
export type TargetSpec = z.infer<typeof TargetSpec>;

/** The spec of one provider: its keys are known. */
export type SpecOf<Provider extends TargetSpec['provider']> = Extract<TargetSpec, { readonly provider: Provider }>;

export const providerNames = TargetSpec.options.map((option) => option.shape.provider.value);

/** The variable that holds the key when a target does not name one. */
export const defaultKeyNames: Readonly<Record<string, string>> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
  azure: 'AZURE_API_KEY',
};

/** The variable a target takes its key from. With a base_url none is sent unless it is named. */
export function findKeyName(target: TargetSpec): string | undefined {
  const named = 'api_key_env' in target ? target.api_key_env : undefined;
  const hasAddress = 'base_url' in target && target.base_url !== undefined;
  return named ?? (hasAddress ? undefined : defaultKeyNames[target.provider]);
}
