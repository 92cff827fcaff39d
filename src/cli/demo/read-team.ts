import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { TagGlossary, TagSchema } from '../../curate/tag-schema.ts';
import { packageFolder } from '../package-folder.ts';

/** A score from a member of the fictional team. */
const TeamLabel = z.strictObject({
  item: z.string(),
  turnIndex: z.int().nullable(),
  question: z.string(),
  rater: z.string(),
  score: z.number(),
  reason: z.string(),
});
export type TeamLabel = z.infer<typeof TeamLabel>;

/** What a team has agreed on and done so far: see examples/curated/team. */
export interface Team {
  readonly instructions: string;
  readonly schema: TagSchema;
  readonly glossary: TagGlossary;
  readonly labels: readonly TeamLabel[];
}

export function readTeam(): Team {
  const read = (name: string) => readFileSync(new URL(`examples/curated/team/${name}`, packageFolder), 'utf8');
  const lines = read('labels.jsonl').trimEnd().split('\n');
  return {
    instructions: read('instructions.md'),
    schema: TagSchema.parse(JSON.parse(read('tag-schema.json'))),
    glossary: TagGlossary.parse(JSON.parse(read('tag-glossary.json'))),
    labels: lines.map((line) => TeamLabel.parse(JSON.parse(line))),
  };
}
