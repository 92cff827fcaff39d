import { stringify } from 'yaml';

/** A case whose user lines are known, and none of the replies. */
export interface ScriptedCase {
  readonly id: string;
  readonly tags: readonly string[];
  readonly turns: readonly { readonly user: string; readonly expect?: string }[];
}

interface ScriptedEval {
  readonly name: string;
  readonly description: string;
  readonly cases: readonly ScriptedCase[];
}

const howToGrade = `# Each case is a script: the target gets one user line after another, with its own replies in between.
# To grade the replies, add a judge and graders. For example:
#
# judge: my-judge
# graders:
#   - rubric: The reply is correct and helpful, and follows every instruction.
#     when: all
`;

/** Renders an eval file with scripted cases. */
export function renderScriptedEval({ name, description, cases }: ScriptedEval): string {
  const head = stringify({ name, description }, { lineWidth: 0 });
  const list = cases.map(({ id, tags, turns }) => ({ id, ...(tags.length === 0 ? {} : { tags }), turns }));
  return `${head}\n${howToGrade}\n${stringify({ cases: list }, { lineWidth: 0 })}`;
}
