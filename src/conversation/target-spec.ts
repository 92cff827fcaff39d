import { z } from 'zod';
import { ReplyNumber } from './grader-spec.ts';

export const Send = z.enum(['question', 'messages']);
export type Send = z.infer<typeof Send>;

const Limits = z.strictObject({
  concurrency: z.number().int().positive().optional().describe('Maximum concurrent calls.'),
  rpm: z.number().positive().optional().describe('Maximum requests per minute.'),
  tpm: z.number().positive().optional().describe('Maximum tokens per minute.'),
});

const Price = z.strictObject({
  input_usd: z.number().nonnegative().optional().describe('US dollars per million input tokens.'),
  output_usd: z.number().nonnegative().optional().describe('US dollars per million output tokens.'),
  cached_input_usd: z.number().nonnegative().optional().describe('US dollars per million cached input tokens.'),
});

const Settings = z
  .looseObject({
    temperature: z.number().optional().describe('Sampling temperature.'),
    top_p: z.number().optional().describe('Nucleus sampling: the probability mass to sample from.'),
    seed: z.number().int().optional().describe('Seed for reproducible replies, where the provider supports it.'),
    max_output_tokens: z.number().int().positive().optional().describe('Maximum reply length in tokens.'),
  })
  .describe('Model settings. Unknown keys are passed to the provider unchanged.');

const common = {
  id: z.string().min(1).describe('Target id. Eval files use it.'),
  send: Send.optional().describe(
    'What the target receives. messages: the array of chat messages. question: one formatted prompt, with the guidelines as system text. Command and http targets ignore it, because their own keys decide. Default: messages. For replay: what the cassette recorded. In AgentV files: question.',
  ),
  limits: Limits.optional().describe('Limits on concurrency and rate.'),
  price: Price.optional().describe('Token prices, for the cost estimate and the budget.'),
  version: z
    .string()
    .optional()
    .describe('Version of the target. Change it when the target changes. Required to cache a command or http target.'),
  cache: z
    .boolean()
    .optional()
    .describe('Cache replies. Default: true for hosted models, false with base_url and for command and http targets.'),
  timeout: z.number().positive().optional().describe('Maximum seconds per call.'),
  judge: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Id of the target that judges this target's replies, for judges that name none. It takes precedence over `judge` in the eval file. --judge takes precedence over it.",
    ),
};

const headers = z
  .record(z.string(), z.string())
  .optional()
  .describe('Extra HTTP headers. Write secrets as ${VAR}. Placeholders such as {{conversation_id}} are filled in.');

const model = {
  ...common,
  model: z.string().min(1).describe("The provider's name for the model."),
  base_url: z
    .string()
    .optional()
    .describe('Base URL of another endpoint. No API key is sent there unless you set api_key_env.'),
  api_key_env: z
    .string()
    .optional()
    .describe("Name of the environment variable with the API key. Default: the provider's usual one."),
  settings: Settings.optional(),
  headers,
};

const Healthcheck = z
  .strictObject({
    command: z.array(z.string()).min(1).optional().describe('Program and arguments. Exit code 0 is healthy.'),
    url: z.string().min(1).optional().describe('Address to get. A status from 200 to 299 is healthy.'),
    cwd: z.string().optional().describe("Working directory of the command. Default: the target's."),
    timeout: z.number().positive().optional().describe("Maximum seconds. Default: the target's."),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), 'Set either `command` or `url`.');
export type Healthcheck = z.infer<typeof Healthcheck>;

const BuiltinRule = z.strictObject({
  contains: z.string().optional().describe('The rule applies if the last user message contains this text.'),
  regex: z.string().optional().describe('The rule applies if the last user message matches this RE2 expression.'),
  reply_number: ReplyNumber.optional().describe('The rule applies to this reply only, counted from 1.'),
  reply: z.string().describe('The text to reply with.'),
});

/** What you test: a model, an agent, a command, an HTTP service. */
export const TargetSpec = z.discriminatedUnion('provider', [
  z.strictObject({
    ...model,
    provider: z.literal('openai'),
    api: z.enum(['chat', 'responses']).optional().describe('The OpenAI API to call. Default: responses.'),
  }),
  z.strictObject({ ...model, provider: z.literal('anthropic') }),
  z.strictObject({ ...model, provider: z.literal('google') }),
  z.strictObject({
    ...model,
    provider: z.literal('azure'),
    resource: z.string().optional().describe('Azure resource name, if there is no base_url.'),
    api_version: z.string().optional().describe('Azure API version.'),
  }),
  z.strictObject({
    ...model,
    provider: z.literal('openai-compatible'),
    base_url: z.string().describe('Base URL of the service, such as http://127.0.0.1:11434/v1.'),
  }),
  z.strictObject({
    ...common,
    provider: z.literal('command'),
    command: z
      .array(z.string())
      .min(1)
      .describe('Program and arguments. Running an eval runs this program on your machine.'),
    input: z
      .enum(['question', 'argument', 'json'])
      .optional()
      .describe(
        'How the program gets its input. question: the formatted question on stdin. argument: the formatted question as the last argument. json: a JSON object on stdin. Default: question.',
      ),
    template: z
      .boolean()
      .optional()
      .describe(
        'Replace {PROMPT}, {PROMPT_FILE}, {GUIDELINES}, {EVAL_ID}, {ATTEMPT}, {FILES}, {OUTPUT_FILE}, {CONVERSATION_ID}, {TURN}, {RUN_ID}, {CASE_ID} and {REPEAT} in the command. Each becomes one argument. Default: false.',
      ),
    files_format: z
      .string()
      .min(1)
      .optional()
      .describe('What {FILES} becomes for each file, such as `--file {path}` or `{basename}`. Default: {path}.'),
    output: z
      .enum(['text', 'json', 'agentv'])
      .optional()
      .describe(
        "What the program prints, or writes to {OUTPUT_FILE}. text: the reply. json: a JSON object or a list of messages. agentv: an AgentV output file, which is a JSON object with text, output_messages or trace, one such object per line with the case's id, or plain text. Default: text.",
      ),
    healthcheck: Healthcheck.optional().describe(
      'Runs once, before the first call of a run. If it fails, the run does not start.',
    ),
    shell: z.boolean().optional().describe('Run the command in a shell. Default: false.'),
    cwd: z.string().optional().describe("Working directory. Default: the targets file's folder."),
    env: z
      .record(z.string(), z.string())
      .optional()
      .describe('Extra environment variables. Placeholders such as {{conversation_id}} are filled in.'),
    files: z
      .array(z.string().min(1))
      .optional()
      .describe(
        "The program's files and folders, relative to the targets file. If one changes, the judge's certificate is stale. Default: the source files in the program's folder and its subfolders, and what they import by a relative path.",
      ),
  }),
  z.strictObject({
    ...common,
    provider: z.literal('http'),
    url: z.string().min(1).describe('URL of the service. Placeholders such as {{last_user}} are filled in.'),
    method: z.enum(['GET', 'POST', 'PUT']).optional().describe('HTTP method. Default: POST.'),
    body: z
      .unknown()
      .optional()
      .describe('Template of the JSON request body. Default: an object with question, guidelines, messages and files.'),
    reply: z
      .string()
      .optional()
      .describe('JSONPath of the reply in the JSON response. Default: the first common key that has one.'),
    headers,
  }),
  z.strictObject({
    ...common,
    provider: z.literal('replay'),
    cassette: z.string().describe('File recorded with --record.'),
  }),
  z.strictObject({
    ...common,
    provider: z.literal('builtin'),
    model: z
      .enum(['echo', 'rules', 'lookup'])
      .describe('A small program inside Turnwise, not a language model: echo, rules or lookup.'),
    rules: z.array(BuiltinRule).optional().describe('For model: rules. The first rule that applies gives the reply.'),
    latency_ms: z
      .number()
      .nonnegative()
      .max(3_600_000)
      .optional()
      .describe('Milliseconds to wait before each reply. Useful for trying out progress and resume.'),
  }),
]);
export type TargetSpec = z.infer<typeof TargetSpec>;

/** The spec of one provider. */
export type SpecOf<Provider extends TargetSpec['provider']> = Extract<TargetSpec, { readonly provider: Provider }>;

export const providerNames = TargetSpec.options.map((option) => option.shape.provider.value);

/** The environment variable with the API key if the target sets none. */
export const defaultKeyNames: Readonly<Record<string, string>> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
  azure: 'AZURE_API_KEY',
};

/** The environment variable a target reads its key from. With a base_url, no key is sent unless it is named. */
export function findKeyName(target: TargetSpec): string | undefined {
  const named = 'api_key_env' in target ? target.api_key_env : undefined;
  const hasAddress = 'base_url' in target && target.base_url !== undefined;
  return named ?? (hasAddress ? undefined : defaultKeyNames[target.provider]);
}

/** US dollars per million tokens. */
export interface TokenPrice {
  readonly input_usd?: number | undefined;
  readonly output_usd?: number | undefined;
}
