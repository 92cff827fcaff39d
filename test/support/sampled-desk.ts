import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import type { Sample, Split } from '../../src/conversation/sample.ts';
import { readDeck } from '../../src/files/deck/read-deck.ts';
import { readSampleSources } from '../../src/samples/sources/read-sample-sources.ts';
import type { DeckSamples, SampledDeck } from '../../src/samples/sources/sample-sources.ts';
import type { NewLabel } from '../../src/store/curation-port.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { createRun, makeReply, makeStart, makeVerdict, say } from '../contract/store/records.ts';
import { makeProject } from './temp-project.ts';

export { makeTurn, saveItem, setStatus, toKey } from '../contract/store/items.ts';

export const deckName = 'graders/tone.deck.md';

const contexts = '[contexts.fullConversation]\nassistantQuestion = "Which conversation?"\n';

/** A project with one deck, whose own samples are in `graders/own.toml`. */
export function makeSampled(files: Readonly<Record<string, string>> = {}): string {
  return makeProject({
    [deckName]: 'Grade the tone.\n\n![contexts](contexts.toml)\n\n![samples](own.toml)\n',
    'graders/contexts.toml': contexts,
    'graders/own.toml': contexts,
    ...files,
  });
}

/** TOML of one sample. */
export function toToml(id: string, lines = 'expected = 1', said = `Of ${id}`): string {
  const messages = `[{ role = "user", content = "Hello" }, { role = "assistant", content = "${said}" }]`;
  return `[samples.${id}]\nmessages = ${messages}\n${lines}\n\n`;
}

export async function openDeskStore(cwd: string): Promise<Store> {
  const store = await openSqliteStore(join(cwd, '.turnwise/turnwise.db'), { clock: systemClock });
  onTestFinished(() => store.close());
  return store;
}

function readDeskDeck(cwd: string, name = deckName): SampledDeck {
  const path = join(cwd, name);
  const { deck, ...reading } = readDeck(path, { cwd });
  if (deck === undefined) throw new Error(JSON.stringify(reading.problems));
  return { name, path, deck, ...reading };
}

export interface Reading {
  readonly sources?: readonly string[];
  readonly split?: Split;
  readonly tags?: readonly string[];
  readonly strict?: boolean;
  readonly store?: Store;
}

/** What the judges of the one deck are asked about. */
export async function readDesk(cwd: string, { sources = [], split = 'tune', ...rest }: Reading = {}) {
  const [found] = await readSampleSources({ decks: [readDeskDeck(cwd)], sources, split, cwd, ...rest });
  if (found === undefined) throw new Error('Nothing was read.');
  return found;
}

export function listIds({ samples }: DeckSamples): readonly string[] {
  return samples.map(({ sample }) => sample.id);
}

export function getSample({ samples }: DeckSamples, id: string): Sample {
  const found = samples.find(({ sample }) => sample.id === id)?.sample;
  if (found === undefined) throw new Error(`There is no sample ${id}.`);
  return found;
}

/** A label on an item of the dataset "desk". */
export function toLabel(
  item: string,
  score: number,
  changes: Partial<NewLabel> & { turn?: number; revision?: number } = {},
): NewLabel {
  const { turn, revision = 1, ...rest } = changes;
  const subject = { dataset: 'desk', item, revision, turnIndex: turn ?? null };
  return { subject, question: deckName, rater: 'ann', score, reason: '', blind: true, ...rest };
}

export interface JudgedReply {
  readonly reply: string;
  readonly score?: number;
  /** Tags of the case. */
  readonly tags?: readonly string[];
  /** Hash of the deck. */
  readonly hash?: string;
  /** The target that judges. */
  readonly judge?: string;
}

/** A run of conversations of one reply each, graded by a deck. */
export async function recordJudged(store: Store, id: string, replies: readonly JudgedReply[]): Promise<void> {
  const writer = await createRun(store, id);
  for (const [position, { reply, score = 2, tags = [], hash = 'd1', judge: target = 'gpt' }] of replies.entries()) {
    const number = writer.begin(makeStart({ position, tags }));
    await writer.recordTurns(number, [{ turnIndex: 0, played: say('user', 'Hello') }]);
    await writer.recordReply(number, makeReply(1, reply));
    const provenance = { at: '2026-01-02T03:04:05.000Z', kind: 'judge', hash, target };
    const graded = { score, normalizedScore: (score + 3) / 6, pass: score >= 1, reason: 'The judge said so.' };
    await writer.recordVerdicts(number, [{ ...makeVerdict(1, 'tone'), status: 'graded', ...graded, provenance }]);
    await writer.endConversation(number, { status: score >= 1 ? 'pass' : 'fail' });
  }
  await writer.close('completed');
}
