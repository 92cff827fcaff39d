import { expect, it } from 'vitest';
import type { RunSpec } from '../conversation/run/run-spec.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import { listChanges } from './run-inputs.ts';

const target: TargetSpec = { id: 'bot', provider: 'openai', model: 'small', settings: { temperature: 0, top_p: 1 } };
const dataset = { path: 'a.eval.yaml', dataset: 'support', items: 3, hash: '3' };
const before: RunSpec = {
  files: [{ path: 'a.eval.yaml', hash: '1', name: 'a' }],
  attachments: [{ path: 'policy.md', hash: '2' }],
  datasets: [dataset],
  targets: [{ file: 'targets.yaml', spec: target }],
  options: { repeat: 1 },
  conversations: 1,
};

function withTarget(changes: Partial<TargetSpec>): RunSpec {
  // Changing some keys of the target keeps its provider.
  return { ...before, targets: [{ file: 'targets.yaml', spec: { ...target, ...changes } as TargetSpec }] };
}

it.each<{ name: string; now: RunSpec; changes: readonly string[] }>([
  { name: 'nothing', now: before, changes: [] },
  {
    name: 'another eval file',
    now: { ...before, files: [{ path: 'a.eval.yaml', hash: '9', name: 'a' }] },
    changes: ['The eval file a.eval.yaml changed.'],
  },
  {
    name: 'a removed attached file',
    now: { ...before, attachments: [{ path: 'policy.md', hash: '' }] },
    changes: ['The attached file policy.md was removed.'],
  },
  {
    name: 'a removed target',
    now: { ...before, targets: [] },
    changes: ['The target "bot" is no longer in targets.yaml.'],
  },
  {
    name: 'another model and a new key',
    now: withTarget({ model: 'large', send: 'messages' }),
    changes: [
      'The model of target "bot" changed: "small" → "large".',
      'The send of target "bot" changed: nothing → "messages".',
    ],
  },
  {
    name: 'a dataset whose items were edited',
    now: { ...before, datasets: [{ ...dataset, hash: '9' }] },
    changes: ['The dataset "support" changed: some of its items were edited.'],
  },
  {
    name: 'a dataset that has grown',
    now: { ...before, datasets: [{ ...dataset, items: 4, hash: '9' }] },
    changes: ['The dataset "support" changed: it had 3 matching items, now 4.'],
  },
  { name: 'keys in another order', now: withTarget({ settings: { top_p: 1, temperature: 0 } }), changes: [] },
  {
    name: 'limits, price and timeout',
    now: withTarget({ limits: { concurrency: 2 }, price: { input_usd: 1 }, timeout: 5, cache: false }),
    changes: [],
  },
])('reports $name', ({ now, changes }) => {
  expect(listChanges(before, now)).toEqual(changes);
});

it('shortens long values', () => {
  const [change = ''] = listChanges(before, withTarget({ model: 'm'.repeat(200) }));
  expect(change.length).toBeLessThan(200);
});
