import type { Violation } from './find-violations.ts';

/** A word that is right in one place. `path` is a file, or a folder that ends in a slash. `word`: one, or `*` for all. */
export interface Allowed {
  readonly path: string;
  readonly word: string;
  readonly reason: string;
  /** In a comment or a test title. */
  readonly isComment?: true;
}

const renamed =
  '--retry errors|--gate-against|--fail-on worse|--store|--docs|--model|folds|dearest|judgements|unlabelled|toSee'.split(
    '|',
  );

export const allowed: readonly Allowed[] = [
  ...renamed.map((word) => ({
    path: 'CHANGELOG.md',
    word,
    reason: 'The changelog lists every old name next to its new one.',
  })),
  {
    path: 'docs/decisions/',
    word: '*',
    reason: 'Decision records are history. They keep the words they were decided in.',
  },
  {
    path: 'tools/reference/templates/eval-file.md',
    word: 'cost_usd',
    reason: 'AgentV gives programs this key.',
  },
  {
    path: 'examples/curated/docs/payment.md',
    word: 'holds',
    reason: 'A bank holds an amount: that is the term.',
  },
  {
    path: 'examples/refund-tone/tone.deck.md',
    word: 'the store',
    reason: 'The shop that the support bot works for, not our database.',
  },
  {
    path: 'examples/refund-tone/tone.samples.toml',
    word: 'slip',
    reason: 'A packing slip is a piece of paper in a parcel.',
  },
  {
    path: 'examples/refund-tone/tone.samples.toml',
    word: 'nobody',
    reason: 'Invented customers talk as people do.',
  },
];

export interface Sifted {
  readonly violations: readonly Violation[];
  /** Entries that no longer allow anything. */
  readonly unused: readonly Allowed[];
}

export function sift(violations: readonly Violation[], list: readonly Allowed[] = allowed): Sifted {
  const used = new Set<Allowed>();
  const left = violations.filter((violation) => {
    const entries = list.filter((entry) => isAllowed(violation, entry));
    for (const entry of entries) used.add(entry);
    return entries.length === 0;
  });
  return { violations: left, unused: list.filter((entry) => !used.has(entry)) };
}

function isAllowed(violation: Violation, { path, word }: Allowed): boolean {
  const isPlace = path.endsWith('/') ? violation.path.startsWith(path) : violation.path === path;
  return isPlace && (word === '*' || word === violation.word);
}
