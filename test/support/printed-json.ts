import { mkdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { isPlainObject } from '../../src/base/plain-object.ts';
import { serve } from '../../src/cli/commands/serve.ts';
import { copyExamples, plainEnvironment } from './examples.ts';
import { type ReceivedRequest, startServer } from './local-server.ts';
import { runInWorld } from './run-in-process.ts';

/** What a command printed with `--json`. `output` names it in the reference. */
export interface PrintedJson {
  readonly output: string;
  readonly value: unknown;
}

const deck = 'shop/tone.deck.md';

const files: Readonly<Record<string, string>> = {
  'shop/targets.yaml': `
targets:
  - id: chat
    provider: openai-compatible
    model: m
    base_url: "\${MODEL_URL}"
    cache: true
    settings: {temperature: 0}
    price: {input_usd: 1, output_usd: 2}
  - {id: silent, provider: builtin, model: rules, rules: [{contains: never, reply: "No."}]}
  - {id: web, provider: http, url: "\${MODEL_URL}/ask", body: {q: "{{question}}"}, reply: $.model}
  - {id: shout, provider: command, command: [node, -p, "process.argv[1]"], input: argument}
  - {id: broken, provider: command, command: [node, -e, "console.error('Out of order.'); process.exit(4)"], input: question}
  - {id: moody, provider: command, command: [node, moody.mjs], input: question}
  - id: judge
    provider: builtin
    model: rules
    rules:
      - {contains: "4711 is", reply: '{"score": 3, "reason": "Kind."}'}
      - {contains: "Hello", reply: "Hm."}
      - {reply: '{"score": -3, "reason": "Cold."}'}
  - {id: mild, provider: builtin, model: rules, rules: [{reply: '{"score": 2, "reason": "Fine."}'}]}
`,
  // Another reply each time, so that cases flip.
  'shop/moody.mjs': `
import { appendFileSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
const asked = await text(process.stdin);
appendFileSync('calls', '.');
const isOdd = readFileSync('calls', 'utf8').length % 2 === 1;
console.error('A note.');
console.log(asked.includes('4712') && isOdd ? 'No.' : asked.includes('4713') ? 'Hello' : 'Parcel 4711 is on its way.');
`,
  [deck]: '+++\ngate = { tpr = 0.8 }\n+++\nIs the last reply kind? Score -3 to 3.\n\n![contexts](tone.contexts.toml)\n',
  'shop/tone.contexts.toml': '[contexts.fullConversation]\nassistantQuestion = "Which conversation should I grade?"\n',
  'shop/tone.samples.toml': `
[[samples]]
id = "kind"
messages = [{ role = "user", content = "Where is it?" }, { role = "assistant", content = "Order 4711 is on its way." }]
expected = { score = 3, reason = "Kind." }
tags = ["order"]

[[samples]]
id = "cold"
messages = [{ role = "user", content = "Where is it?" }, { role = "assistant", content = "No." }]
ratings = [{ rater = "ann", score = 3, reason = "Short, but kind." }, { rater = "ben", score = 2 }]
tags = ["order"]

[[samples]]
id = "rude"
messages = [{ role = "user", content = "Hm?" }, { role = "assistant", content = "Go away." }]
expected = -3

[[samples]]
id = "mute"
messages = [{ role = "user", content = "Where is it?" }, { role = "assistant", content = "Hello" }]
expected = 1

[[samples]]
id = "unscored"
messages = [{ role = "user", content = "And now?" }, { role = "assistant", content = "No." }]

[[samples]]
id = "broken"
messages = []
`,
  'shop/shop.eval.yaml': `
targets: [moody]
judge: judge
graders:
  - {judge: tone.deck.md, weight: 2}
  - {contains: money, not: true}
cases:
  - {id: one, tags: [order], input_messages: [{role: user, content: "Where is order 4711?"}]}
  - {id: two, tags: [order], input_messages: [{role: user, content: "Where is order 4712?"}]}
  - {id: three, input_messages: [{role: user, content: "Where is order 4713?"}], graders: [{length: {max: 2}}]}
  - {id: four, input_messages: [{role: user, content: "Where is order 4713, please?"}]}
`,
  'shop/fails.eval.yaml': `
targets: [silent, broken, web, shout]
cases:
  - {id: one, input_messages: [{role: user, content: Hi.}], graders: [{contains: Hello}]}
  - {id: two, input_messages: [{role: user, content: Ho.}], graders: [{composite: {graders: [{contains: Hello}]}}]}
`,
  'shop/chat.eval.yaml': `
targets: [chat]
judge: chat
cases:
  - {id: one, input_messages: [{role: user, content: Hi.}], graders: [{judge: tone.deck.md}, {contains: Hello}]}
`,
  'targets.yaml': 'targets: [{id: hosted, provider: openai, model: m}]\n',
  'shop/typo.eval.yaml': 'cases:\n  - id: one\n    mesages: []\n',
  'ratings.csv': 'unit,rater,score\na,ann,1\na,ben,2\na,cyd,1\nb,ann,3\nb,ben,3\nc,ann,2\nc,ben,2\nc,cyd,1\nd,ann,3\n',
  'shop/own.items.jsonl':
    '{"id": "gift", "history": [{"role": "user", "msg": "Is my gift card valid?"}, {"role": "assistant", "msg": "Yes."}]}\n',
  'shop/bot-retail.json':
    '[{"task_id": 0, "trial": 0, "reward": 1, "info": {}, "traj": [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Hi."}]}]',
  'shop/question.jsonl': '{"question_id": 1, "category": "math", "turns": ["One?"], "temperature": 0.7}\n',
  'shop/chats.csv': 'question,answer\nDo you ship on Sundays?,No.\n',
  'shop/chats.jsonl': `
{"id": "a", "messages": [{"role": "user", "content": "My card is 4111 1111 1111 1111."}, {"role": "assistant", "content": "Thank you."}], "seed": 1}
{"id": "b", "messages": [{"role": "user", "content": "Is my gift card valid?"}, {"role": "assistant", "content": "No."}], "tools": []}
{"id": "d", "messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}]}, {"role": "assistant", "content": "No.", "refusal": "no"}]}
{"id": "c", "messages": [{"role": "narrator"}]}
`,
};

/** Plays, grades, compares, curates and calibrates small projects, and gives everything that `--json` prints. */
export async function printEverything(): Promise<readonly PrintedJson[]> {
  const { url } = await startServer(openModel());
  const desk = new Desk(join(copyExamples(), 'examples'), { MODEL_URL: `${url}/v1` });
  for (const [name, text] of Object.entries(files)) desk.write(name, text);
  await playRuns(desk);
  await compareRuns(desk);
  await previewFiles(desk);
  await curateItems(desk);
  await calibrateJudges(desk);
  await keepDatabase(desk);
  return desk.printed;
}

/** A model that is busy at first. */
function openModel(): (response: ServerResponse, request: ReceivedRequest) => void {
  let calls = 0;
  const usage = {
    ...{ prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
    prompt_tokens_details: { cached_tokens: 1 },
    completion_tokens_details: { reasoning_tokens: 1 },
  };
  return (response, { body }) => {
    calls += 1;
    const content = body.includes('Score -3 to 3') ? '{"score": 2, "reason": "Kind."}' : 'Hello.';
    const message = { role: 'assistant', content };
    const choices = [{ index: 0, finish_reason: 'stop', message }];
    response.setHeader('content-type', 'application/json').setHeader('x-request-id', 'request-1');
    if (calls <= 2) response.setHeader('retry-after', '0').writeHead(429);
    response.end(JSON.stringify({ id: 'x', model: 'm-1', usage, choices }));
  };
}

class Desk {
  readonly printed: PrintedJson[] = [];
  readonly #cwd: string;
  readonly #env: Readonly<Record<string, string>>;

  constructor(cwd: string, env: Readonly<Record<string, string>>) {
    this.#cwd = cwd;
    this.#env = { ...plainEnvironment, USER: 'ann', ...env };
  }

  write(name: string, text: string): void {
    const path = join(this.#cwd, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.trimStart());
  }

  /** `typed`: lines for a command that asks. */
  async run(args: readonly string[], typed: readonly string[] = []): Promise<string> {
    const input = async function* () {
      for (const line of typed) yield Buffer.from(`${line}\n`);
    };
    const { out, err } = await runInWorld(args, { cwd: this.#cwd, env: this.#env, input });
    if (out === '') throw new Error(`turnwise ${args.join(' ')} printed nothing:\n${err}`);
    return out;
  }

  /** Keeps what the command prints with `--json`, as the output of this name. */
  async print(output: string, args: readonly string[], typed?: readonly string[]): Promise<void> {
    this.printed.push({ output, value: JSON.parse(await this.run([...args, '--json'], typed)) });
  }

  /** A text of what was last printed as this output. */
  findLast(output: string, key: string): string {
    const last = this.printed.findLast((printed) => printed.output === output)?.value;
    return isPlainObject(last) ? String(last[key]) : '';
  }

  /** Serves until it has printed where. */
  async printServed(output: string): Promise<void> {
    const stop = Promise.withResolvers<void>();
    let out = '';
    const io = {
      cwd: this.#cwd,
      env: this.#env,
      isInteractive: false,
      color: { out: false, err: false },
      columns: 100,
    };
    await serve(
      { port: 0, json: true },
      {
        ...io,
        out: (text) => {
          out += text;
          stop.resolve();
        },
        err: () => {},
        onInterrupt: (listener) => {
          stop.promise.then(() => listener(1));
          return () => {};
        },
      },
    );
    this.printed.push({ output, value: JSON.parse(out) });
  }
}

async function playRuns(desk: Desk): Promise<void> {
  await desk.print('run', ['run', 'running', 'refund-tone', 'grading', 'shop/fails.eval.yaml', '--quiet']);
  await desk.print('run', ['run', 'shop/chat.eval.yaml', '--quiet']);
  await desk.print('show --case', ['show', 'last', '--case', 'one', '--judge-calls']);
  await desk.print('run', ['run', 'shop/chat.eval.yaml', '--quiet']);
  await desk.print('show --case', ['show', 'last', '--case', 'one', '--judge-calls']);
  await desk.print('run', ['run', 'shop/shop.eval.yaml', '--quiet', '--repeat', '3', '-c', '1']);
  await desk.print('grade', ['grade', 'last', '--quiet']);
  await desk.print('show', ['show', 'last']);
  await desk.print('show --case', ['show', 'last', '--case', 'one', '--judge-calls']);
  await desk.print('run', ['run', 'shop/shop.eval.yaml', '--quiet', '--max-calls', '3', '-c', '1']);
  await desk.print('runs', ['runs']);
}

async function compareRuns(desk: Desk): Promise<void> {
  await desk.run(['run', 'shop/shop.eval.yaml', '--quiet', '--repeat', '3', '-c', '1']);
  await desk.print('compare', ['compare', 'last~2', 'last']);
  await desk.print('compare', ['compare', 'last~1:moody:question', 'last:moody:reply']);
  await desk.run(['grade', 'last', '--quiet']);
  await desk.print('compare', ['compare', 'last~1', 'last']);
  await desk.print('noise', ['noise', 'run:last', '--judge-again']);
}

async function previewFiles(desk: Desk): Promise<void> {
  await desk.print('preview <eval>', ['preview', 'multi-turn/multi-turn.eval.yaml']);
  await desk.print('preview <eval>', ['preview', 'running/every-turn.eval.yaml']);
  await desk.print('preview <deck>', ['preview', 'refund-tone/tone.deck.md']);
  await desk.print('preview <samples>', ['preview', 'refund-tone/tone.samples.toml']);
  await desk.print('preview <items>', ['preview', 'curated/support.items.jsonl']);
  await desk.print('validate', ['validate', 'shop']);
  await desk.print('doctor', ['doctor']);
}

async function curateItems(desk: Desk): Promise<void> {
  await desk.print('import', ['import', 'shop/own.items.jsonl', '--dataset', 'own', '--approve']);
  await desk.print('import', ['import', 'curated/support.items.jsonl']);
  await desk.print('import', ['import', 'shop/chats.jsonl', '--dataset', 'chats', '--format', 'openai']);
  await desk.print('import', ['import', 'shop/chats.csv', '--dataset', 'tables']);
  await desk.print('import', ['import', 'curated/support.items.jsonl', '--approve', '--dry-run']);
  await desk.print('import', ['import', 'shop/bot-retail.json', '--db', 'rewards.db']);
  await desk.print('import <questions>', ['import', 'shop/question.jsonl', '--out', 'shop/question.eval.yaml']);
  await desk.print('snapshot', ['snapshot', '--dataset', 'support']);
  const first = desk.findLast('snapshot', 'id');
  await desk.run(['import', 'run:last', '--dataset', 'support', '--status', 'fail,pass,ungraded']);
  desk.write(
    'shop/changed.items.jsonl',
    '{"id": "late-return", "history": [{"role": "user", "msg": "Hi."}, {"role": "assistant", "msg": "Hi."}]}\n',
  );
  await desk.run(['import', 'shop/changed.items.jsonl', '--dataset', 'support', '--mode', 'upsert']);
  await desk.run(['purge', 'support', 'gift-card', '--yes']).catch(() => undefined);
  await desk.print('snapshot', ['snapshot', '--dataset', 'support', '--status', 'approved,draft']);
  await desk.print('snapshot diff', ['snapshot', 'diff', first, desk.findLast('snapshot', 'id')]);
  await desk.print('snapshot diff', ['snapshot', 'diff', desk.findLast('snapshot', 'id'), first]);
  await desk.print('snapshot list', ['snapshot', 'list']);
  await desk.print('export', ['export', '--dataset', 'support', '--format', 'openai', '--out', 'out.jsonl']);
  await desk.print('label', ['label', 'support', '--limit', '2'], ['2 good', '-1']);
  await desk.print('label run', ['label', 'run:last', '--sample', '4', '--seed', '1'], ['3', '-3 bad']);
  await desk.print('label --list', ['label', 'support', '--list']);
  await desk.print('label --list', ['label', 'run:last', '--list']);
  desk.write('labels.csv', 'item,rater,score\nlate-return,cleo,2\n');
  await desk.print('label import', ['label', 'import', 'labels.csv', '--dataset', 'support']);
  await desk.print('agreement', ['agreement', 'ratings.csv', '--scale', '1..3']);
  await desk.print('purge', ['purge', 'chats', 'a', '--yes']);
}

async function calibrateJudges(desk: Desk): Promise<void> {
  const samples = ['--samples', 'shop/tone.samples.toml'];
  const measured = ['--repeat', '2', '--probe', '--gate', '--request-labels', 'support', '--draw', '3'];
  await desk.print('calibrate', ['calibrate', deck, ...samples, '--judge', 'judge', ...measured]);
  await desk.print('run', ['run', 'shop/shop.eval.yaml', '--quiet']);
  await desk.print('calibrate', ['calibrate', deck, ...samples, '--judge', 'judge']);
  await desk.print('calibrate', ['calibrate', deck, ...samples, '--swap', 'judge,mild']);
  await desk.print('calibrate', ['calibrate', deck, ...samples, '--judge', 'mild', '--max-calls', '1']);
}

async function keepDatabase(desk: Desk): Promise<void> {
  await desk.print('backup', ['backup', 'all.backup']);
  await desk.print('restore', ['restore', 'all.backup', '--db', 'other.db']);
  await desk.printServed('serve');
}
