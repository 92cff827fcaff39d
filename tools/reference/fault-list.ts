import { faultCodes } from '../../src/base/fault-codes.ts';
import { renderTable, toCell, toCode } from './markdown.ts';

/** The groups in page order. A test fails when a prefix has no group. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  'Any file': ['FILE'],
  'YAML, JSON and TOML syntax': ['YAML', 'JSON', 'TOML'],
  'Eval files': ['EVAL', 'CASE'],
  Targets: ['TARGETS', 'TARGET'],
  'Runs and grading': ['RUN', 'GRADER', 'GRADE'],
  'Comparison and noise': ['COMPARE', 'NOISE'],
  Samples: ['SAMPLES', 'SAMPLE'],
  Decks: ['DECK'],
  'Calibration and certificates': ['CALIBRATE', 'CALIBRATION', 'CERTIFICATE'],
  'Inter-rater agreement': ['RATINGS', 'AGREEMENT'],
  Items: ['ITEM', 'DUPLICATE', 'ANSWER', 'REF', 'EXCERPT'],
  'Approval and tags': ['APPROVAL', 'TAG'],
  'Datasets, labels and snapshots': ['DATASET', 'LABEL', 'SNAPSHOT', 'DOCUMENT'],
  Import: ['IMPORT'],
  'Database and backups': ['STORE', 'BACKUP'],
  'HTTP API and server': ['API', 'SERVE', 'ONCE'],
  'Project config': ['CONFIG'],
  'Command line and library': ['CLI', 'SHOW', 'FORMAT', 'LIBRARY'],
};

/** Every error code with its meaning, grouped by prefix. Each code is its own anchor. */
export function renderFaultCodes(): string {
  const codes = Object.entries(faultCodes);
  return Object.entries(groups)
    .map(([title, prefixes]) =>
      renderGroup(
        title,
        codes.filter(([code]) => prefixes.includes(prefixOf(code))),
      ),
    )
    .join('\n\n');
}

export function prefixOf(code: string): string {
  return code.slice(0, code.indexOf('_'));
}

function renderGroup(title: string, codes: readonly (readonly [string, string])[]): string {
  const rows = codes.map(([code, text]) => [`<a id="${code}"></a>${toCode(code)}`, toCell(text)]);
  return `## ${title}\n\n${renderTable(['code', 'what happened, and what to do'], rows)}`;
}
