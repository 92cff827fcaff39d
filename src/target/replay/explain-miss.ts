import type { Send } from '../../conversation/target-spec.ts';
import type { TargetRequest } from '../port.ts';
import type { CassetteEntry } from './cassette-entry.ts';

/** At most this many records are compared for the nearest one: a message is not worth more. */
const mostCompared = 5000;
const excerptCharacters = 60;

/** Explains why a recording has no reply for a request: what is nearest to it, and where they differ. */
export class MissExplainer {
  readonly #entries: readonly CassetteEntry[];
  /** Made at the first miss; most recordings have none. */
  #words: readonly ReadonlySet<string>[] | undefined;

  constructor(entries: readonly CassetteEntry[]) {
    this.#entries = entries.slice(0, mostCompared);
  }

  /** `target`: the one that is asked. A miss of all its calls because of their form is explained first. */
  explain(request: TargetRequest, target: string): string {
    const own = this.#entries.filter((entry) => entry.target === target);
    const sends = new Set((own.length > 0 ? own : this.#entries).map((entry) => entry.request.send));
    const [only] = sends;
    // Judges are always asked in messages, whatever their target says.
    const isAlone = sends.size === 1 && request.replySchema === undefined;
    if (only !== undefined && isAlone && only !== request.send) return explainSend(only, request, target);
    const nearest = this.#findNearest(request.question);
    if (nearest === undefined) return 'The cassette is empty.';
    if (nearest.request.question !== request.question)
      return explainQuestion(nearest.request.question, request.question);
    return explainSameQuestion(nearest, request, target);
  }

  #findNearest(question: string): CassetteEntry | undefined {
    this.#words ??= this.#entries.map((entry) => toWords(entry.request.question));
    const wanted = toWords(question);
    let best: CassetteEntry | undefined;
    let bestScore = -1;
    for (const [index, words] of this.#words.entries()) {
      const entry = this.#entries[index];
      const score = entry?.request.question === question ? 2 : toOverlap(wanted, words);
      if (score <= bestScore) continue;
      best = entry;
      bestScore = score;
    }
    return best;
  }
}

function explainSend(recorded: Send, { send }: TargetRequest, target: string): string {
  const now = `It was recorded with \`send: ${recorded}\`, but now the target is sent ${send}.`;
  return `${now} Set \`send: ${recorded}\` on target "${target}", or remove \`send\` and --send.`;
}

function explainSameQuestion(
  { request: recorded, repeat }: CassetteEntry,
  request: TargetRequest,
  target: string,
): string {
  if (recorded.send !== request.send) return explainSend(recorded.send, request, target);
  if (recorded.guidelines !== request.guidelines) return 'The question is recorded, but with different guidelines.';
  if (repeat !== request.repeat) {
    return `The question is recorded for repeat ${repeat}, but not for repeat ${request.repeat}.`;
  }
  return 'The question is recorded, but with different messages.';
}

function explainQuestion(recorded: string, asked: string): string {
  const at = findDifference(recorded, asked);
  return `The nearest recorded question has ${toExcerpt(recorded, at)} where this one has ${toExcerpt(asked, at)}.`;
}

function findDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** The text around a place, on one line. */
function toExcerpt(text: string, at: number): string {
  if (at >= text.length) return 'nothing more';
  const start = Math.max(0, at - 20);
  const cut = text.slice(start, start + excerptCharacters).replaceAll(/\s+/g, ' ');
  return `"${start > 0 ? '…' : ''}${cut}${start + excerptCharacters < text.length ? '…' : ''}"`;
}

function toWords(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Jaccard: words that both have ÷ words that either has. */
function toOverlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  const either = a.size + b.size - shared;
  return either === 0 ? 0 : shared / either;
}
