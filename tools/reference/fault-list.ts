import { faultCodes } from '../../src/base/fault-codes.ts';
import { renderTable, toCell, toCode } from './markdown.ts';

/** The groups in the order of the page. A prefix without a group gets one of its own, at the end. */
const groups: Readonly<Record<string, readonly string[]>> = {
  'Any file': ['FILE'],
  'YAML, JSON and TOML': ['YAML', 'JSON', 'TOML'],
  'Eval files': ['EVAL', 'CASE'],
  Targets: ['TARGETS', 'TARGET'],
  Samples: ['SAMPLES', 'SAMPLE'],
  'Decks and calibration': ['DECK', 'CALIBRATE'],
  Items: ['ITEM'],
  'Project config': ['CONFIG'],
  'Formatting, commands and the command line': ['FORMAT', 'SHOW', 'CLI'],
};

/** Every fault code with what it means, grouped by prefix; each has an anchor of its own name. */
export function renderFaultCodes(): string {
  const codes = Object.entries(faultCodes);
  const known = Object.values(groups).flat();
  const others = [...new Set(codes.map(([code]) => prefixOf(code)))].filter((prefix) => !known.includes(prefix));
  const all = [...Object.entries(groups), ...others.map((prefix) => [prefix, [prefix]] as const)];
  return all
    .map(([title, prefixes]) =>
      renderGroup(
        title,
        codes.filter(([code]) => prefixes.includes(prefixOf(code))),
      ),
    )
    .join('\n\n');
}

function prefixOf(code: string): string {
  return code.slice(0, code.indexOf('_'));
}

function renderGroup(title: string, codes: readonly (readonly [string, string])[]): string {
  const rows = codes.map(([code, text]) => [`<a id="${code}"></a>${toCode(code)}`, toCell(text)]);
  return `## ${title}\n\n${renderTable(['code', 'meaning, and what mends it'], rows)}`;
}
