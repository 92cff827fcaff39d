import { isPlainObject } from '../../base/plain-object.ts';
import { messagesAdvice, type UnreadFormat } from '../text/unread-format.ts';

type Fields = Record<string, unknown>;

/**
 * The format of a parsed file, a list of entries, or one line of it, if Turnwise knows it by its keys and does not read
 * it. A format is recognized only by keys that no file Turnwise reads has together.
 */
export function findForeignFormat(value: unknown): UnreadFormat | undefined {
  const top = isPlainObject(value) ? value : {};
  const entries = listEntries(value);
  return findPromptfooLike(value) ?? formats.find(({ isIt }) => isIt(top, entries));
}

/** The objects of a list, of the answer of an API, or the one object. */
function listEntries(value: unknown): readonly Fields[] {
  const list = isPlainObject(value) && isPlainObject(value.meta) && Array.isArray(value.data) ? value.data : value;
  return (Array.isArray(list) ? list.slice(0, 20) : [list]).filter(isPlainObject);
}

interface KnownFormat extends UnreadFormat {
  readonly isIt: (top: Fields, entries: readonly Fields[]) => boolean;
}

/** A format that each entry shows. */
function ofEntries(isIt: (entry: Fields) => boolean): KnownFormat['isIt'] {
  return (_top, entries) => entries.length > 0 && entries.every((entry) => !hasConversation(entry) && isIt(entry));
}

/** A log may record the conversation next to the ids of its trace, and `import` reads it. */
function hasConversation(entry: Fields): boolean {
  return ['messages', 'conversations', 'history', 'traj'].some((key) => Array.isArray(entry[key]));
}

const casesAdvice = 'Write each entry as a case of a .eval.yaml file:';

const formats: readonly KnownFormat[] = [
  {
    name: 'a promptfoo results file',
    isIt: isPromptfooResults,
    advice: () =>
      'Turnwise cannot continue runs of other tools. Write the tests of its config as cases of a .eval.yaml file, and run them with: turnwise run <file>.eval.yaml',
  },
  {
    name: 'an Inspect log',
    isPlanned: true,
    isIt: (top) => isPlainObject(top.eval) && typeof top.status === 'string' && hasAny(top.eval, ['task', 'run_id']),
    advice: () => `Take the conversations from its "samples". ${messagesAdvice}`,
  },
  {
    name: 'an Inspect dataset',
    isIt: ofEntries(
      (entry) =>
        hasAll(entry, ['input', 'target']) &&
        Object.keys(entry).every((key) => inspectSampleKeys.includes(key)) &&
        (typeof entry.target === 'string' || Array.isArray(entry.target)),
    ),
    advice: () => `${casesAdvice} its input as "input_messages", its target as a grader such as {contains: …}.`,
  },
  {
    name: 'an OpenTelemetry export',
    isPlanned: true,
    isIt: (top, entries) => hasAny(top, otlpKeys) || ofEntries(isSpan)(top, entries),
    advice: () => messagesAdvice,
  },
  {
    name: 'a LangSmith export',
    isPlanned: true,
    isIt: ofEntries(isLangsmith),
    advice: () => messagesAdvice,
  },
  {
    name: 'a Langfuse export',
    isPlanned: true,
    isIt: ofEntries(isLangfuse),
    advice: () => messagesAdvice,
  },
  {
    name: 'a Label Studio export',
    isIt: ofEntries(isLabelStudio),
    advice: () =>
      'Export it from Label Studio as CSV. For agreement: turnwise agreement <file>.csv --unit id --rater annotator --score <column>. For conversations: turnwise import <file>.csv',
  },
  {
    name: 'a file of OpenAI Evals',
    isPlanned: true,
    isIt: (top, entries) => isEvalsRegistry(top) || isEvalsLog(top) || ofEntries(isEvalsSample)(top, entries),
    advice: () => `${casesAdvice} its "input" as "input_messages", its "ideal" as a grader such as {equals: …}.`,
  },
  {
    name: 'a DeepEval test run',
    isIt: (top) => isPlainObject(top.testRunData) || (Array.isArray(top.testCases) && 'metricsScores' in top),
    advice: () =>
      'Turnwise cannot continue runs of other tools. Write its test cases as cases of a .eval.yaml file, and run them with: turnwise run <file>.eval.yaml',
  },
  {
    name: 'a DeepEval dataset',
    isPlanned: true,
    isIt: ofEntries(isGolden),
    advice: () =>
      `${casesAdvice} its input as "input_messages", its expected output as "expected_messages", its metrics as graders.`,
  },
  {
    name: 'a Ragas dataset',
    isIt: ofEntries((entry) => 'user_input' in entry && hasAny(entry, ['retrieved_contexts', 'reference', 'rubrics'])),
    advice: () => `${casesAdvice} its user_input as "input_messages", its reference as "expected_messages".`,
  },
  {
    name: 'a results file of AgentV',
    isIt: (top, entries) => isAgentvRecord(top) || ofEntries(isAgentvResult)(top, entries),
    advice: () => 'Turnwise cannot continue runs of other tools. Run the eval file itself: turnwise run <file>',
  },
  {
    name: 'a providers file of the newest AgentV',
    isIt: (top) =>
      Array.isArray(top.providers) &&
      !hasAny(top, ['prompts', 'tests', 'targets']) &&
      top.providers.some((one) => isPlainObject(one) && typeof one.id === 'string' && 'label' in one),
    advice: () => 'Write each provider as a target of targets.yaml, with its label as the id.',
  },
  {
    name: 'a Jupyter notebook',
    isIt: (top) => Array.isArray(top.cells) && 'nbformat' in top,
    advice: () => 'Let the notebook write its conversations to a .jsonl file, then run: turnwise import <file>.jsonl',
  },
];

const inspectSampleKeys = ['input', 'target', 'choices', 'id', 'metadata', 'sandbox', 'files', 'setup'];
const otlpKeys = ['resourceSpans', 'resource_spans', 'resourceLogs', 'resourceMetrics', 'scopeSpans'];

/** The result of `promptfoo eval --output`: the whole, or one line per test. */
function isPromptfooResults(top: Fields): boolean {
  const results = isPlainObject(top.results) ? top.results : top;
  const isWhole = Array.isArray(results.results) && isPlainObject(results.stats);
  return isWhole || (hasAll(top, ['promptIdx', 'testIdx']) && hasAny(top, ['vars', 'testCase', 'gradingResult']));
}

/** A span of OTLP, of the console exporter, or of a database of spans. */
function isSpan(entry: Fields): boolean {
  const { context } = entry;
  const isNamed = isPlainObject(context) && hasAll(context, ['trace_id', 'span_id']);
  return isNamed || hasAll(entry, ['traceId', 'spanId']) || hasAll(entry, ['trace_id', 'span_id']);
}

/** A run, or an example of a dataset. */
function isLangsmith(entry: Fields): boolean {
  if ('run_type' in entry) return hasAny(entry, ['inputs', 'dotted_order', 'trace_id']);
  return isPlainObject(entry.inputs) && (isPlainObject(entry.outputs) || 'dataset_id' in entry);
}

const observationTypes = ['GENERATION', 'SPAN', 'EVENT', 'AGENT', 'TOOL', 'CHAIN', 'RETRIEVER', 'EVALUATOR'];

/** A trace, an observation, or an item of a dataset. */
function isLangfuse(entry: Fields): boolean {
  const isObservation = 'traceId' in entry && observationTypes.some((type) => type === entry.type);
  const isItem = hasAll(entry, ['input', 'expectedOutput']) && hasAny(entry, ['sourceTraceId', 'datasetId']);
  const isTrace =
    hasAll(entry, ['input', 'output', 'timestamp']) && hasAny(entry, ['observations', 'sessionId', 'htmlPath']);
  return isObservation || isItem || isTrace;
}

/** A task with annotations, or an entry of the short form. */
function isLabelStudio(entry: Fields): boolean {
  const isTask = isPlainObject(entry.data) && (Array.isArray(entry.annotations) || Array.isArray(entry.completions));
  return isTask || hasAll(entry, ['annotation_id', 'annotator']);
}

/** A sample: the prompt, and the ideal reply. */
function isEvalsSample(entry: Fields): boolean {
  return hasAll(entry, ['input', 'ideal']);
}

/** Names with the class of their eval: `{arithmetic.dev.v0: {class: evals.elsuite…}}`. */
function isEvalsRegistry(top: Fields): boolean {
  return Object.values(top).some((value) => isPlainObject(value) && /^evals\.\w/.test(String(value.class)));
}

/** The first line of a log of `oaieval`, and any other. */
function isEvalsLog(top: Fields): boolean {
  const isHead = isPlainObject(top.spec) && 'completion_fns' in top.spec;
  return isHead || hasAll(top, ['run_id', 'event_id', 'sample_id']);
}

/** The transcript or summary of a run. */
function isAgentvRecord({ schema_version: version }: Fields): boolean {
  return typeof version === 'string' && version.startsWith('agentv.');
}

/** The result of one case. */
function isAgentvResult(entry: Fields): boolean {
  return hasAny(entry, ['test_id', 'eval_id', 'testId', 'evalId']) && hasAll(entry, ['timestamp', 'score', 'target']);
}

const goldenKeys = ['actual_output', 'retrieval_context', 'actualOutput', 'retrievalContext', 'source_file'];
/** Keys of an AgentV case, which also has an input and an expected output. */
const agentvCaseKeys = ['criteria', 'assertions', 'rubrics', 'execution', 'evaluators', 'input_messages'];

/** A golden, with a reply or not, or a golden of a conversation. */
function isGolden(entry: Fields): boolean {
  if (hasAny(entry, agentvCaseKeys)) return false;
  if (typeof entry.scenario === 'string' && hasAny(entry, ['expected_outcome', 'user_description'])) return true;
  const isContext = Array.isArray(entry.context) && hasAny(entry, ['expected_output', 'expectedOutput']);
  return typeof entry.input === 'string' && (hasAny(entry, goldenKeys) || isContext);
}

const agentvPromptfoo: UnreadFormat = {
  name: 'an AgentV file in the newest, promptfoo-like form ("prompts", "vars", "assert")',
  advice: () =>
    'Write the messages of each case as "input" and its checks as "assertions", or use an AgentV file from before July 2026.',
};
const promptfoo: UnreadFormat = {
  name: 'a promptfoo config',
  isPlanned: true,
  advice: () =>
    'Write its tests as cases of a .eval.yaml file: the prompt as "input_messages", the assertions as "graders".',
};

const messageKeys = ['input', 'input_messages', 'turns', 'simulate', 'messages'];

/** promptfoo fills prompts with the variables of each test. The newest AgentV files have the same keys. */
function findPromptfooLike(value: unknown): UnreadFormat | undefined {
  const top = isPlainObject(value) ? value : {};
  const entries = listTests(value);
  const isFilled = entries.some((entry) => ('vars' in entry || 'assert' in entry) && !hasAny(entry, messageKeys));
  const hasPrompts = 'prompts' in top && !isOwnPrompts(top.prompts) && hasAny(top, ['tests', 'providers', 'scenarios']);
  if (!isFilled && !hasPrompts) return undefined;
  return isAgentv(top, entries) ? agentvPromptfoo : promptfoo;
}

function listTests(value: unknown): readonly Fields[] {
  const list = isPlainObject(value) ? value.tests : value;
  if (Array.isArray(list)) return list.filter(isPlainObject);
  // One line of JSON Lines is one test.
  return isPlainObject(value) && 'vars' in value && 'assert' in value ? [value] : [];
}

/** Our own prompts have an id and their text. */
function isOwnPrompts(prompts: unknown): boolean {
  return (
    Array.isArray(prompts) &&
    prompts.every((prompt) => isPlainObject(prompt) && 'id' in prompt && hasAny(prompt, ['system', 'file']))
  );
}

/** AgentV names its cases and its target, and writes plain text as an assertion. */
function isAgentv(top: Fields, entries: readonly Fields[]): boolean {
  if (hasAny(top, ['target', 'environment', 'governance', 'execution', 'workspace'])) return true;
  return entries.some(({ id, vars, assert }) => {
    const isText =
      Array.isArray(assert) &&
      assert.some((one) => typeof one === 'string' || (isPlainObject(one) && one.type === 'script'));
    return isText || (id !== undefined && isPlainObject(vars) && 'input' in vars);
  });
}

function hasAll(value: Fields, keys: readonly string[]): boolean {
  return keys.every((key) => Object.hasOwn(value, key));
}

function hasAny(value: Fields, keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(value, key));
}
