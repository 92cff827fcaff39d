import { dirname } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { Patterns } from '../base/patterns.ts';
import type { Deck } from '../conversation/judge/deck.ts';
import { listSecretValues, readEnvironment } from '../files/project/environment.ts';
import { type GraderKit, isJudge } from '../grade/case-graders.ts';
import type { OpenCommandRunner } from '../grade/checks/check.ts';
import { Schemas } from '../grade/checks/schemas.ts';
import { openJudge } from '../grade/judge/open-judge.ts';
import { type EvalSource, openFormatOptions } from '../samples/eval-sources.ts';
import type { Target } from '../target/port.ts';
import { JudgeResolver } from './judge-resolver.ts';

/** What the graders of a job need, except targets. */
export interface GraderKitTools {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly openCommandRunner: OpenCommandRunner;
}

interface GraderKitParts extends GraderKitTools {
  /** Opens the target of a judge, with the same wrappers as any target. */
  readonly openTarget: (source: EvalSource, id: string) => Promise<Target>;
  /** The target of judges without a target of their own. Default: the tested target's, then the one in the file. */
  readonly judge?: string | undefined;
  /** Decks from the command line, by the names that graders use for them. They take precedence over files. */
  readonly decks?: ReadonlyMap<string, Deck> | undefined;
  /** Abort calls in flight, and waits. */
  readonly control: { readonly signal: AbortSignal; readonly waiting: AbortSignal };
  /** true: only the cache answers, and grader commands do not run. */
  readonly isLookup?: boolean;
}

/** The graders of a file for the replies of a tested target, whose own judge may judge them. */
export type FindGraderKit = (source: EvalSource, tested: string) => Promise<GraderKit>;

/** The graders of all files, each opened on first use. */
export function openGraderKits(parts: GraderKitParts): FindGraderKit {
  const judges = new JudgeResolver(parts);
  const kits = new Map<EvalSource, Map<string, GraderKit>>();
  return async (source, tested) => {
    const ofSource = kits.get(source) ?? new Map<string, GraderKit>();
    kits.set(source, ofSource);
    // Targets with the same judge share a kit.
    const key = judges.defaultTarget(source, tested) ?? '';
    const kit = ofSource.get(key) ?? openGraderKit({ source, tested }, judges, parts);
    ofSource.set(key, kit);
    return kit;
  };
}

interface KitSubject {
  readonly source: EvalSource;
  /** The target whose replies are graded. */
  readonly tested: string;
}

/** What the graders of one eval file need. */
function openGraderKit({ source, tested }: KitSubject, judges: JudgeResolver, parts: GraderKitParts): GraderKit {
  const { attachments, root, path } = source.evalFile;
  const { clock, control, openTarget, openCommandRunner } = parts;
  const { signal, waiting } = control;
  const env = readEnvironment(root, parts.env);
  const files = openFormatOptions(source.evalFile, parts.cwd);
  const defaultTarget = judges.defaultTarget(source, tested);
  const programs = { folder: dirname(path), env, clock, secrets: listSecretValues(root, env), signal };
  return {
    clock,
    patterns: new Patterns(),
    files,
    schemas: new Schemas((written) => attachments.readText(written)),
    ...(parts.isLookup === true ? {} : { runCommand: openCommandRunner(programs) }),
    judge: openJudge({
      getDeck: (written) => judges.getDeck(source, written),
      openTarget: (id) => openTarget(source, id),
      specOf: (id) => source.specs.get(id),
      defaultTarget,
      files,
      clock,
      signal,
      waiting,
    }),
    judgesOf: (graders) =>
      graders.filter(isJudge).flatMap((grader) => judges.find(source, grader, tested)?.target ?? []),
    ...(defaultTarget === undefined ? {} : { judgeTarget: defaultTarget }),
  };
}
