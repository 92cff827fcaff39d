import { toTextWidth, toWidest } from '../../base/terminal-text.ts';
import { cutMiddle, cutStart, toLine } from '../one-line.ts';
import type { ReportedDeck } from './calibration-report.ts';

const longestName = 30;
/** What a long target leaves to the name of its deck. */
const fewestDeckCharacters = 14;

type NamedDeck = Pick<ReportedDeck, 'file'> & {
  readonly judges: readonly { readonly calibration: { readonly target: string } }[];
};

/**
 * The judges of all decks in turn, with the deck where there are several. What is too long loses its start.
 *
 * @example nameJudges([tone, refunds])  // ['careful (tone)', 'hasty (tone)', 'careful (refunds)']
 */
export function nameJudges(decks: readonly NamedDeck[]): readonly string[] {
  const targets = decks.flatMap(({ judges }) => judges.map(({ calibration }) => toLine(calibration.target)));
  if (decks.length < 2) return targets.map(cutNames(targets, longestName));
  const files = nameDecks(decks.map(({ file }) => file));
  const around = ' ()'.length;
  const forDeck = Math.max(fewestDeckCharacters, longestName - around - toWidest(targets));
  const cutDeck = cutNames(files, forDeck);
  const cutTarget = cutNames(targets, longestName - around - toWidest(files.map(cutDeck)));
  return decks.flatMap(({ judges }, index) =>
    judges.map(({ calibration }) => {
      const [target, file] = [toLine(calibration.target), files[index] ?? ''];
      const whole = `${target} (${file})`;
      return toTextWidth(whole) <= longestName ? whole : `${cutTarget(target)} (${cutDeck(file)})`;
    }),
  );
}

/**
 * Each deck by the end of its path that no other has, without `.deck.md`.
 *
 * @example nameDecks(['evals/a/tone.deck.md', 'evals/b/tone.deck.md'])  // ['a/tone', 'b/tone']
 */
export function nameDecks(files: readonly string[]): readonly string[] {
  const short = files.map((file) => toLine(file).replace(/(?:\.deck)?\.md$/, ''));
  const paths = (new Set(short).size < short.length ? files.map(toLine) : short).map((file) => file.split(/[\\/]/));
  return paths.map((path) => {
    const toEnd = (all: readonly string[], count: number) => all.slice(-count).join('/');
    const count = path.findIndex(
      (_, index) => paths.filter((other) => toEnd(other, index + 1) === toEnd(path, index + 1)).length === 1,
    );
    return toEnd(path, count === -1 ? path.length : count + 1);
  });
}

/** Cuts names to `width` columns. Different names stay different: where their ends are the same, it cuts the middle. */
function cutNames(all: readonly string[], width: number): (name: string) => string {
  const names = [...new Set(all)];
  const ways = [cutStart, cutMiddle].map((cut) => (name: string) => cut(name, width));
  return ways.find((cut) => new Set(names.map(cut)).size === names.length) ?? String;
}
