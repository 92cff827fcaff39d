import type { Ajv, CodeKeywordDefinition, KeywordCxt } from 'ajv';

/** A value took too many steps to check. References that branch can make exponentially many of a small value. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}

/** The generator of code that comes with the engine; the engine is loaded by whoever uses it. */
type Template = typeof import('ajv')._;

/** Every way to use one part of a schema many times; without them the work is bounded by schema and value. */
const references = ['$ref', '$dynamicRef', '$recursiveRef'];

/**
 * Makes each reference that is followed a step, and throws TooManySteps after `most`. Returns what begins the count anew,
 * to be called before each value. Steps, not time: the same value ends the same way on every machine.
 */
export function limitSchemaSteps(ajv: Ajv, most: number, template: Template): () => void {
  let left = most;
  const step = () => {
    left -= 1;
    if (left < 0) throw new TooManySteps(`The schema follows more than ${most} references.`);
  };
  for (const keyword of references) {
    const rule = ajv.RULES.all[keyword];
    if (typeof rule !== 'object' || !isGenerating(rule.definition)) continue;
    const { definition } = rule;
    const code = (context: KeywordCxt, ruleType?: string) => {
      const name = context.gen.scopeValue('func', { ref: step });
      context.gen.code(template`${name}()`);
      definition.code(context, ruleType);
    };
    ajv.removeKeyword(keyword).addKeyword({ ...definition, code });
  }
  return () => {
    left = most;
  };
}

function isGenerating(definition: object): definition is CodeKeywordDefinition {
  return 'code' in definition;
}
