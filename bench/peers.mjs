import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../tools/install/npm.mjs';
import { rootFolder } from './built-package.mjs';
import { toChatCase } from './chat-cases.mjs';

/**
 * Other tools that run cases against a chat API, with the same cases in their own formats. Telemetry, update checks and
 * caches are off.
 */
export const peers = [
  { name: 'promptfoo', package: 'promptfoo@0.123.1', toArguments: writePromptfoo },
  { name: 'AgentV', package: 'agentv@4.42.4', toArguments: writeAgentv },
];

export const peerEnvironment = {
  PROMPTFOO_DISABLE_TELEMETRY: '1',
  PROMPTFOO_DISABLE_UPDATE: '1',
  PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
  PROMPTFOO_CACHE_ENABLED: 'false',
  MOCK_KEY: 'none',
  MOCK_MODEL: 'mock-model',
};

/** Installs a peer; returns why it could not: most often there is no network. */
export function installPeer({ name, package: wanted }, folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  try {
    runNpm(rootFolder, ['install', wanted, '--prefix', folder, '--prefer-offline']);
    return undefined;
  } catch (error) {
    console.error(error.message);
    return `npm could not install ${name}`;
  }
}

function writePromptfoo(folder, { count, baseUrl, concurrency }) {
  const [system, question, reply] = toChatCase(0).input_messages;
  const prompt = [system, question, reply, { role: 'user', content: '{{question}}' }];
  const tests = Array.from({ length: count }, (_, n) => {
    const { input_messages: messages, graders } = toChatCase(n);
    return JSON.stringify({
      vars: { question: messages[3].content },
      assert: [{ type: 'contains', value: graders[0].contains }],
    });
  });
  const config = {
    prompts: ['file://prompt.json'],
    providers: [{ id: 'openai:chat:mock-model', config: { apiBaseUrl: baseUrl, apiKey: 'none' } }],
    tests: 'file://tests.jsonl',
  };
  writeFileSync(join(folder, 'prompt.json'), JSON.stringify(prompt));
  writeFileSync(join(folder, 'tests.jsonl'), `${tests.join('\n')}\n`);
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config));
  const program = join(folder, 'node_modules', 'promptfoo', 'dist', 'src', 'entrypoint.js');
  const output = ['-o', 'out.jsonl', '--no-table', '--no-progress-bar'];
  return [program, 'eval', '-c', 'config.yaml', '--no-cache', '-j', String(concurrency), ...output];
}

function writeAgentv(folder, { count, baseUrl, concurrency }) {
  const tests = Array.from({ length: count }, (_, n) => {
    const { id, input_messages: input, graders } = toChatCase(n);
    const assertions = [{ type: 'contains', value: graders[0].contains }];
    return { id, criteria: 'names the capital', input, assertions };
  });
  const target = {
    name: 'mock',
    provider: 'openai',
    base_url: baseUrl,
    api_key: '${{ MOCK_KEY }}',
    model: '${{ MOCK_MODEL }}',
  };
  writeFileSync(join(folder, 'cases.eval.yaml'), JSON.stringify({ description: 'bench', tests }));
  writeFileSync(join(folder, 'targets.yaml'), JSON.stringify({ targets: [target] }));
  const program = join(folder, 'node_modules', 'agentv', 'dist', 'cli.js');
  const options = ['--targets', 'targets.yaml', '--target', 'mock', '--workers', String(concurrency), '--no-cache'];
  return [program, 'eval', 'run', 'cases.eval.yaml', ...options, '--output', 'out'];
}
