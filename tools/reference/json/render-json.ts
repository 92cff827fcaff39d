import type { z } from 'zod';
import { renderTable, toCell, toCode } from '../markdown.ts';
import { listKeys } from './list-keys.ts';
import { type JsonOutput, jsonOutputs, sharedShapes } from './outputs.ts';

/** Every command with `--json`, with the keys it prints. */
export function renderJsonOutputs(): string {
  const headings = Map.groupBy(jsonOutputs, ({ heading }) => heading);
  return [...headings]
    .map(([heading, outputs]) => [`## ${heading}`, ...outputs.flatMap(renderOutput)].join('\n\n'))
    .join('\n\n');
}

/** The shapes that several commands print. */
export function renderSharedShapes(): string {
  return Object.entries(sharedShapes)
    .map(([name, { shape, says }]) => [`### ${name}`, says, renderKeys(shape)].join('\n\n'))
    .join('\n\n');
}

/** An output that prints what an earlier one prints needs no second table. */
const tableOf: Readonly<Record<string, 'none' | readonly string[]>> = {
  show: 'none',
  grade: 'none',
  'preview <samples>': 'none',
  'preview <items>': 'none',
  'snapshot list': 'none',
  'label --list': 'none',
  'show --case': ['judgments'],
};

function renderOutput({ name, says, shape }: JsonOutput): readonly string[] {
  const table = tableOf[name];
  if (table === 'none') return [says];
  return [says, renderKeys(shape, table)];
}

function renderKeys(shape: z.ZodType, only?: readonly string[]): string {
  const keys = listKeys(shape).filter(({ path }) => only === undefined || only.includes(path));
  const rows = keys.map(({ path, type, description }) => [toCode(path), type, toCell(description)]);
  return renderTable(['key', 'type', 'description'], rows);
}
