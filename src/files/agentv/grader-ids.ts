import { isPlainObject } from '../../base/plain-object.ts';

/** In AgentV files, two evaluators may have the same name. `taken`: ids of other graders that apply too. */
export function withOwnIds<Grader>(graders: readonly Grader[], taken: readonly string[] = []): readonly Grader[] {
  const used = new Set(taken);
  return graders.map((grader) => {
    if (!isPlainObject(grader) || typeof grader.id !== 'string') return grader;
    let id = grader.id;
    for (let number = 2; used.has(id); number++) id = `${grader.id}-${number}`;
    used.add(id);
    return id === grader.id ? grader : { ...grader, id };
  });
}

/** The ids of graders that have one. */
export function listGraderIds(graders: readonly unknown[]): readonly string[] {
  return graders.flatMap((grader) => (isPlainObject(grader) && typeof grader.id === 'string' ? [grader.id] : []));
}
