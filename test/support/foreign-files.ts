import { gzipSync } from 'node:zlib';

/** A file of another tool, or in a format that is not text, and what Turnwise calls it. */
export interface ForeignFile {
  readonly file: string;
  readonly content: string | Buffer;
  readonly name: string;
}

/** One entry of a ZIP archive without compression: the part that shows what the archive is. */
function toZip(...names: readonly string[]): Buffer {
  const entries = names.map((name) => {
    const header = Buffer.alloc(30);
    header.write('PK\x03\x04', 'latin1');
    header.writeUInt16LE(name.length, 26);
    return Buffer.concat([header, Buffer.from(name)]);
  });
  return Buffer.concat([...entries, Buffer.from('PK\x01\x02\xff\xfe\xfd', 'latin1')]);
}

const toJson = (value: unknown) => JSON.stringify(value, null, 2);
const toLines = (value: unknown) => `${JSON.stringify(value)}\n`.repeat(3);
const toBytes = (text: string) => Buffer.from(text, 'latin1');

const span = { name: 'chat', traceId: '5b8a', spanId: 'eee1', startTimeUnixNano: '1', attributes: [] };
const golden = { input: 'Can I return it?', actual_output: null, expected_output: 'Yes.', context: null };
const trace = { id: 't', timestamp: '2026-01-01T00:00:00Z', name: 'chat', input: {}, output: {}, observations: [] };
const utf16 = Buffer.from('{"messages": [{"role": "user", "content": "Hi"}]}\n', 'utf16le');

export const foreignFiles: readonly ForeignFile[] = [
  { file: 'chats.zip', content: toZip('chats/a.jsonl'), name: 'a ZIP archive' },
  { file: '2026_refunds.eval', content: toZip('_journal/start.json'), name: 'an Inspect log (a ZIP archive)' },
  {
    file: 'log.zip',
    content: toZip('_journal/start.json', 'samples/late_epoch_1.json'),
    name: 'an Inspect log (a ZIP archive)',
  },
  { file: 'scores.xlsx', content: toZip('[Content_Types].xml', 'xl/workbook.xml'), name: 'a spreadsheet' },
  { file: 'notes.docx', content: toZip('[Content_Types].xml', 'word/document.xml'), name: 'a Word document' },
  { file: 'chats.jsonl.gz', content: gzipSync('{"messages": []}\n'), name: 'a gzip file' },
  { file: 'turnwise.db', content: toBytes('SQLite format 3\0\x10\0\x01\x01\0'), name: 'a SQLite database' },
  { file: 'paper.pdf', content: toBytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'), name: 'a PDF document' },
  { file: 'shot.png', content: toBytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), name: 'a PNG image' },
  { file: 'shot.jpg', content: toBytes('\xff\xd8\xff\xe0\0\x10JFIF'), name: 'a JPEG image' },
  { file: 'marked.jsonl', content: Buffer.concat([toBytes('\xff\xfe'), utf16]), name: 'text in UTF-16' },
  { file: 'unmarked.jsonl', content: utf16, name: 'text in UTF-16' },
  { file: 'page.json', content: '<!DOCTYPE html>\n<html><body>Sign in</body></html>\n', name: 'a web page (HTML)' },
  {
    file: 'large.jsonl',
    content: 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n',
    name: 'a Git LFS pointer',
  },
  {
    file: 'promptfooconfig.yaml',
    content:
      'prompts: ["Answer {{question}}"]\nproviders: [openai:gpt-5]\ntests:\n  - vars: {question: Hi}\n    assert: [{type: contains, value: Hello}]\n',
    name: 'a promptfoo config',
  },
  {
    file: 'output.json',
    content: toJson({ evalId: 'eval-a', results: { version: 3, results: [{ promptIdx: 0 }], stats: {} }, config: {} }),
    name: 'a promptfoo results file',
  },
  { file: 'output.jsonl', content: toLines({ promptIdx: 0, testIdx: 0, vars: {} }), name: 'a promptfoo results file' },
  {
    file: 'results.jsonl',
    content: toLines({ timestamp: '2026-07-01T10:00:00Z', test_id: 'refund', score: 0.5, target: 'bot' }),
    name: 'a results file of AgentV',
  },
  {
    file: 'transcript.json',
    content: toJson({ schema_version: 'agentv.normalized_transcript.v1', target: 'bot', messages_total: 2 }),
    name: 'a results file of AgentV',
  },
  {
    file: 'providers.yaml',
    content: 'providers:\n  - {id: azure, label: azure-llm}\n',
    name: 'a providers file of the newest AgentV',
  },
  {
    file: 'inspect.json',
    content: toJson({ version: 2, status: 'success', eval: { task: 'refunds', run_id: 'r' }, samples: [] }),
    name: 'an Inspect log',
  },
  { file: 'inspect.jsonl', content: toLines({ input: 'Hi', target: 'Hello' }), name: 'an Inspect dataset' },
  { file: 'goldens.json', content: toJson([golden, golden]), name: 'a DeepEval dataset' },
  { file: 'goldens.jsonl', content: toLines({ ...golden, retrieval_context: [] }), name: 'a DeepEval dataset' },
  {
    file: 'talks.json',
    content: toJson([{ scenario: 'Refund', expected_outcome: 'Polite', user_description: 'Angry', turns: [] }]),
    name: 'a DeepEval dataset',
  },
  {
    file: 'test_refunds.py',
    content: 'import pytest\nfrom deepeval import assert_test\n\n\ndef test_refund():\n    assert_test()\n',
    name: 'a DeepEval test (Python)',
  },
  { file: 'otlp.json', content: toJson({ resourceSpans: [{ scopeSpans: [] }] }), name: 'an OpenTelemetry export' },
  { file: 'collector.json', content: toLines({ resourceSpans: [] }), name: 'an OpenTelemetry export' },
  { file: 'spans.jsonl', content: toLines(span), name: 'an OpenTelemetry export' },
  {
    file: 'console.json',
    content: toJson([{ name: 'chat', context: { trace_id: '0x1', span_id: '0x2' }, attributes: {} }]),
    name: 'an OpenTelemetry export',
  },
  { file: 'traces.json', content: toJson([trace]), name: 'a Langfuse export' },
  {
    file: 'observations.jsonl',
    content: toLines({ id: 'o', traceId: 't', type: 'GENERATION', input: [], output: {} }),
    name: 'a Langfuse export',
  },
  {
    file: 'langfuse-items.json',
    content: toJson({ data: [{ id: 'i', datasetId: 'd', input: 'Hi', expectedOutput: 'Hello' }], meta: { page: 1 } }),
    name: 'a Langfuse export',
  },
  {
    file: 'samples.jsonl',
    content: toLines({ input: [{ role: 'user', content: '2+2?' }], ideal: '4' }),
    name: 'a file of OpenAI Evals',
  },
  {
    file: 'registry.yaml',
    content:
      'sums:\n  id: sums.dev.v0\nsums.dev.v0:\n  class: evals.elsuite.basic.match:Match\n  args: {samples_jsonl: a.jsonl}\n',
    name: 'a file of OpenAI Evals',
  },
  {
    file: 'annotations.json',
    content: toJson([{ id: 1, data: { text: 'Hi' }, annotations: [{ result: [], completed_by: 1 }] }]),
    name: 'a Label Studio export',
  },
  { file: 'examples.jsonl', content: toLines({ inputs: { q: 'a' }, outputs: { a: 'b' } }), name: 'a LangSmith export' },
  {
    file: 'runs.json',
    content: toJson([{ id: 'r', run_type: 'llm', inputs: {}, outputs: {}, trace_id: 't' }]),
    name: 'a LangSmith export',
  },
  {
    file: 'ragas.jsonl',
    content: toLines({ user_input: 'Hi', response: 'Hello', retrieved_contexts: [] }),
    name: 'a Ragas dataset',
  },
];
