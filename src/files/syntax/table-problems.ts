import { Fault, type Problem, toError } from '../../base/fault.ts';

/** More problems would add nothing new. */
const mostProblems = 20;

/** Throws all errors of a table as one Fault, sorted by line. Equal problems of several lines are reported once. */
export function throwTableProblems(errors: readonly Problem[], file: string): void {
  const sorted = [...errors].sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
  const [first, ...rest] = mergeAlike(sorted);
  if (first === undefined) return;
  const shown = rest.slice(0, mostProblems - 1);
  if (shown.length === rest.length) throw new Fault([first, ...shown]);
  const message = `"${file}" has ${errors.length} errors. Only the first ${mostProblems} are listed.`;
  const notice = toError({
    code: 'FILE_TOO_MANY_PROBLEMS',
    message,
    hint: 'Fix these and run the command again.',
    file,
  });
  throw new Fault([first, ...shown, notice]);
}

function mergeAlike(problems: readonly Problem[]): readonly Problem[] {
  const groups = Map.groupBy(problems, ({ code, message }) => JSON.stringify([code, message]));
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? [];
    const more = others.length === 1 ? '1 more line has' : `${others.length} more lines have`;
    return { ...first, message: `${first.message} ${more} the same problem.` };
  });
}
