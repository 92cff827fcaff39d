import { definedOnly } from '../../base/defined-only.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { type ConvertEvaluator, type Evaluator, ignoreEvaluator, sharedKeys, withSharedKeys } from './evaluator.ts';
import type { Losses } from './lost-keys.ts';

/** Evaluators that run a program. The name of the type changed often. */
export const codeEvaluators: Readonly<Record<string, ConvertEvaluator>> = Object.fromEntries(
  ['code', 'code_judge', 'code-judge', 'code_grader', 'code-grader', 'script', 'script_grader', 'script-grader'].map(
    (type) => [type, toCommand],
  ),
);

/**
 * An evaluator of a type that the project itself defines, as a program in `.agentv/assertions`. AgentV runs these
 * programs with Bun.
 */
export function fromOwnType(evaluator: Evaluator, place: Parameters<ConvertEvaluator>[1], program: string) {
  return toCommand({ ...evaluator, command: ['bun', 'run', program] }, place);
}

const ownKeys = ['script', 'command', 'cwd', 'config', 'threshold'];
const losses: Losses = {
  target:
    'Turnwise gives programs no access to targets. A program that asks for a judge fails, and its verdict is ungraded.\nCall the model from your program, or use an LLM judge.',
  preprocessors: 'Turnwise runs no preprocessors. The program gets the paths of attached files.',
};

/** Keys that AgentV does not know belong to the program, which gets them as `config`. */
function toCommand(evaluator: Evaluator, place: Parameters<ConvertEvaluator>[1]) {
  const run = toProgram(evaluator.command ?? evaluator.script);
  if (run === undefined) {
    return ignoreEvaluator(evaluator, place, 'It names no program.', 'Add `script: [program, argument]`.');
  }
  const { cwd } = evaluator;
  const config = toConfig(evaluator);
  return withSharedKeys(evaluator, place, {
    grader: {
      command: {
        run,
        input: 'agentv',
        ...(typeof cwd === 'string' ? { cwd } : {}),
        ...(Object.keys(config).length > 0 ? { config } : {}),
      },
    },
    known: ownKeys,
    losses,
    isShare: true,
    isOpen: true,
  });
}

/** Undefined: it names no program. */
function toProgram(written: unknown): readonly string[] | undefined {
  if (Array.isArray(written)) return written.length === 0 ? undefined : written.map(String);
  const line = typeof written === 'string' ? written.trim() : '';
  if (line === '') return undefined;
  // Plain words need no shell. AgentV gives everything else to one.
  return /^[\w\s./\\:=@%+,-]+$/.test(line) ? line.split(/\s+/) : ['sh', '-c', line];
}

function toConfig(evaluator: Evaluator): Record<string, unknown> {
  const taken = [...sharedKeys, ...ownKeys, ...Object.keys(losses)];
  const rest = Object.entries(evaluator).filter(([key]) => !taken.includes(key));
  const { config } = evaluator;
  return { ...Object.fromEntries(rest), ...(isPlainObject(config) ? config : definedOnly({ config })) };
}
