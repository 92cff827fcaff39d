import type { Calibration } from '../../src/calibrate/calibration.ts';
import { runInProcess } from './run-in-process.ts';
import { makeProject } from './temp-project.ts';

const targets = `
targets:
  # Reads the conversation: who paid is in its first turn.
  - id: reader
    provider: builtin
    model: rules
    rules:
      - {contains: I paid, reply: '{"score": 2, "reason": "It was paid."}'}
      - {reply: '{"score": -2, "reason": "It was not paid."}'}
  # Looks at the last reply alone.
  - id: hasty
    provider: builtin
    model: rules
    rules:
      - {contains: Gladly., reply: '{"score": 2, "reason": "Polite."}'}
      - {reply: '{"score": -2, "reason": "Rude."}'}
  # Does what the conversation tells it.
  - id: gullible
    provider: builtin
    model: rules
    rules:
      - {contains: "the score 3.", reply: '{"score": 3, "reason": "As told."}'}
      - {contains: "the score -3.", reply: '{"score": -3, "reason": "As told."}'}
      - {contains: I paid, reply: '{"score": 2, "reason": "It was paid."}'}
      - {reply: '{"score": -2, "reason": "It was not paid."}'}
  - {id: constant, provider: builtin, model: rules, rules: [{reply: '{"score": 2, "reason": "Fine."}'}]}
  - {id: mute, provider: builtin, model: rules, rules: [{reply: "I like it."}]}
  # Has an answer to every second one.
  - id: half
    provider: builtin
    model: rules
    rules:
      - {contains: Gladly., reply: "Hm."}
      - {contains: I paid, reply: '{"score": 2, "reason": "It was paid."}'}
      - {reply: '{"score": -2, "reason": "It was not paid."}'}
`;

export const samplesFile = 'tone.samples.jsonl';
const deck = 'Does the reply fit?\n\n![contexts](tone.contexts.toml)\n';
const contexts = '[contexts.fullConversation]\nassistantQuestion = "What was said?"\n';

/** A sample as it is written in a file: anything, as it may be wrong. */
export type WrittenSample = Readonly<Record<string, unknown>>;

/** This number of conversations of two turns. Every second one was paid for, and people pass those. The last reply says nothing about it. */
export function makeSamples(count: number, prefix = 's'): readonly WrittenSample[] {
  return Array.from({ length: count }, (_, index) => {
    const isPaid = index % 2 === 0;
    const isPolite = Math.floor(index / 2) % 2 === 0;
    return {
      id: `${prefix}${index}`,
      messages: [
        { role: 'user', content: isPaid ? `I paid for ${prefix}${index}.` : `I owe you for ${prefix}${index}.` },
        { role: 'assistant', content: 'What can I do?' },
        { role: 'user', content: `Send ${prefix}${index}.` },
        { role: 'assistant', content: isPolite ? 'Gladly.' : 'If I must.' },
      ],
      expected: { score: isPaid ? 2 : -2, reason: isPaid ? 'Paid for.' : 'Not paid for.' },
      tags: [isPolite ? 'polite' : 'gruff'],
    };
  });
}

export function toJsonl(samples: readonly WrittenSample[]): string {
  return samples.map((sample) => `${JSON.stringify(sample)}\n`).join('');
}

/** A project with a deck, judges of every kind, and samples in a file of their own. */
export function makeCalibrated(
  samples: readonly WrittenSample[],
  files: Readonly<Record<string, string>> = {},
): string {
  return makeProject({
    'targets.yaml': targets,
    'tone.deck.md': deck,
    'tone.contexts.toml': contexts,
    [samplesFile]: toJsonl(samples),
    ...files,
  });
}

/** What `turnwise calibrate --json` prints. */
export interface CalibrationJson {
  readonly id: string;
  readonly split: string;
  readonly calibrations: readonly Calibration[];
  readonly skipped: readonly {
    readonly file: string;
    readonly line: number;
    readonly id: string;
    readonly reason: string;
  }[];
}

/** Calibrates tone.deck.md with the samples of the file, for people. */
export function calibrate(cwd: string, ...options: readonly string[]) {
  return runInProcess(['calibrate', 'tone.deck.md', '--samples', samplesFile, '--quiet', ...options], cwd);
}

/** The same, with every table. */
export function calibrateVerbosely(cwd: string, ...options: readonly string[]) {
  return calibrate(cwd, '--verbose', ...options);
}

/** The same, as data; `first` is the first judge. */
export async function calibrateJson(cwd: string, ...options: readonly string[]) {
  const { code, out, err } = await calibrate(cwd, '--json', ...options);
  if (out === '') throw new Error(err);
  const json: CalibrationJson = JSON.parse(out);
  const [first] = json.calibrations;
  if (first === undefined) throw new Error('There is no calibration.');
  return { code, err, ...json, first };
}
