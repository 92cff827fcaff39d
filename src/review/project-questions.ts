import { basename, join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import type { Scale } from '../conversation/judge/deck.ts';
import { overallScale } from '../conversation/label.ts';
import { listDecks, readDeck } from '../files/deck/read-deck.ts';

/** Something that people score. */
export interface AskedQuestion {
  /** As labels name it: "overall", or the path of a deck from the root of the project. */
  readonly question: string;
  readonly title: string;
  readonly scale: Scale;
  /** The lowest score that passes. */
  readonly pass?: number;
  /** What the deck says, as Markdown. */
  readonly text: string;
}

const overall: AskedQuestion = { question: 'overall', title: 'Overall', scale: overallScale, text: '' };

/** What was read counts for so long: labels come one after another. */
const freshMs = 5_000;
const longestText = 100_000;

/** What can be scored: "overall", and every deck of a project. A deck with a mistake in it is none. */
export class ProjectQuestions {
  readonly #root: string | undefined;
  readonly #clock: Clock;
  #read: { readonly at: number; readonly questions: Promise<readonly AskedQuestion[]> } | undefined;

  /** Without a root there are no decks. */
  constructor(root: string | undefined, clock: Clock) {
    this.#root = root;
    this.#clock = clock;
  }

  /** "overall" first, then decks by their paths. */
  list(): Promise<readonly AskedQuestion[]> {
    const now = this.#clock.elapsed();
    if (this.#root === undefined) return Promise.resolve([overall]);
    if (this.#read === undefined || now - this.#read.at >= freshMs) {
      this.#read = { at: now, questions: readQuestions(this.#root) };
    }
    return this.#read.questions;
  }

  /** Undefined: nothing of that name is known, so any number may be its score. */
  async findScale(name: string): Promise<Scale | undefined> {
    if (name === overall.question) return overall.scale;
    return (await this.list()).find(({ question }) => question === name)?.scale;
  }
}

async function readQuestions(root: string): Promise<readonly AskedQuestion[]> {
  const questions = [overall];
  for (const path of await listDecks(root)) {
    const question = findQuestion(path, root);
    if (question !== undefined) questions.push(question);
  }
  return questions;
}

function findQuestion(path: string, root: string): AskedQuestion | undefined {
  try {
    // Samples are for calibrations. A mistake in one does not prevent scoring.
    const { deck } = readDeck(join(root, path), { cwd: root, hasOtherSamples: true });
    if (deck === undefined) return undefined;
    const { scale, pass, text } = deck;
    return { question: path, title: toTitle(text, path), scale, pass, text: text.slice(0, longestText).trim() };
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

function toTitle(text: string, path: string): string {
  const heading = /^#{1,6}[ \t]+(\S.*)$/m.exec(text)?.[1]?.replace(/[ \t]+#+[ \t]*$/, '');
  return (heading ?? basename(path, '.deck.md')).trim().slice(0, 200);
}
