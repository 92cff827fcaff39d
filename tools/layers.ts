/**
 * What a folder of src/ (a stage), or a file directly in src/, may import. `stage` allows the whole stage,
 * `stage/file.ts` that file alone. A stage may always import itself.
 */
export interface Layer {
  /** Pure, and loadable in a browser: no `node:` import, only packages of `browserPackages`. */
  readonly browserSafe: boolean;
  readonly imports: readonly string[];
}

const storePorts = ['store/port.ts', 'store/item-port.ts', 'store/curation-port.ts', 'store/calibration-port.ts'];
const targetPorts = ['target/port.ts', 'target/wrap-target.ts'];
const jobStages = ['files', 'format', 'grade', 'statistics', 'calibrate', 'samples', 'judges', 'job'];
const jobPorts = [...targetPorts, ...storePorts];

/** The stages in the order of the data's way; a change here needs a decision record. */
export const stages: Readonly<Record<string, Layer>> = {
  base: browser(),
  conversation: browser('base'),
  files: node('base', 'conversation'),
  format: browser('base', 'conversation'),
  target: node('base', 'conversation', 'format'),
  play: node('base', 'conversation', 'format', ...targetPorts),
  grade: node('base', 'conversation', 'format', ...targetPorts),
  statistics: browser('base'),
  calibrate: browser('base', 'conversation', 'statistics'),
  curate: browser('base', 'conversation', 'statistics'),
  store: node('base', 'conversation', 'curate'),
  documents: node('base', 'conversation'),
  compare: browser('base', 'conversation', 'statistics', ...storePorts),
  contract: browser('base', 'conversation', 'curate', 'calibrate', 'compare'),
  samples: node('base', 'conversation', 'files', 'format', 'grade', 'curate', 'statistics', ...storePorts),
  judges: node('base', 'conversation', 'files', 'grade', 'calibrate', 'samples', ...jobPorts),
  job: node('base', 'conversation', ...jobPorts),
  'jobs/run': node('base', 'conversation', ...jobStages, 'play', ...jobPorts),
  'jobs/grade': node('base', 'conversation', ...jobStages, ...jobPorts),
  'jobs/calibrate': node('base', 'conversation', ...jobStages, ...jobPorts),
  review: node(
    ...['base', 'conversation', 'files', 'format', 'curate', 'statistics', 'samples', ...storePorts],
    'documents/port.ts',
  ),
  report: node('base', 'conversation', 'format', 'statistics', 'calibrate', 'compare', 'judges'),
  wiring: node(...allBut('report', 'wiring', 'api', 'cli')),
  api: node(...allBut('api', 'cli')),
  cli: node(...allBut('cli')),
};

/** The files directly in src/. No stage imports them. */
export const entries: Readonly<Record<string, Layer & { readonly maxLines?: number }>> = {
  'main.ts': { ...node('cli'), maxLines: 15 },
  'index.ts': { ...node(...allBut('api', 'cli'), 'numbers.ts'), maxLines: 40 },
  'numbers.ts': browser('base', 'statistics', 'calibrate'),
};

/** Packages that load in a browser; browser-safe stages may import no other. */
export const browserPackages: readonly string[] = [
  'zod',
  '@noble/hashes',
  're2js',
  'ajv',
  'yaml',
  'smol-toml',
  'picomatch',
  'string-width',
  'wrap-ansi',
];

/** Packages that every test may import. */
export const testPackages: readonly string[] = ['vitest', 'fast-check'];

/**
 * What a folder of web/src/ may import of the others: pages read, parts show, only data/ asks the server. A page knows
 * no other page but the address of it (`…-search.ts`), for links.
 */
export const studio: Readonly<Record<string, { readonly imports: readonly string[] }>> = {
  theme: { imports: [] },
  data: { imports: [] },
  // What opens over the page has the keys to itself.
  parts: { imports: ['theme', 'data', 'app/keys'] },
  pages: { imports: ['theme', 'data', 'parts', 'app'] },
  app: { imports: ['theme', 'data', 'parts', 'pages'] },
};

/** Files of a page that others show: they work on what that page has open. */
export const studioDoors: readonly string[] = ['pages/review/editor/DraftsWaiting.tsx'];

function browser(...imports: string[]): Layer {
  return { browserSafe: true, imports };
}

function node(...imports: string[]): Layer {
  return { browserSafe: false, imports };
}

function allBut(...left: string[]): string[] {
  const all = [
    ...['base', 'conversation', 'files', 'format', 'target', 'play', 'grade', 'statistics', 'calibrate', 'curate'],
    ...['store', 'documents', 'compare', 'contract', 'samples', 'judges', 'job', 'jobs/run', 'jobs/grade'],
    ...['jobs/calibrate', 'review', 'report', 'wiring', 'api', 'cli'],
  ];
  return all.filter((stage) => !left.includes(stage));
}
