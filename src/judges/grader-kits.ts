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
  /** The target of judges without a target of their own. Default: the one in the file. */
  readonly judge?: string | undefined;
  /** Decks from the command line, by the names that graders use for them. They take precedence over files. */
  readonly decks?: ReadonlyMap<string, Deck> | undefined;
  /** Abort calls in flight, and waits. */
  readonly control: { readonly signal: AbortSignal; readonly waiting: AbortSignal };
  /** true: only the cache answers, and grader commands do not run. */
  readonly isLookup?: boolean;
}

/** The graders of all files, each opened on first use. */
export function openGraderKits(parts: GraderKitParts): (source: EvalSource) => Promise<GraderKit> {
  const judges = new JudgeResolver(parts);
  const kits = new Map<EvalSource, GraderKit>();
  return async (source) => {
    const kit = kits.get(source) ?? openGraderKit(source, judges, parts);
    kits.set(source, kit);
    return kit;
  };
}

/** What the graders of one eval file need. */
function openGraderKit(source: EvalSource, judges: JudgeResolver, parts: GraderKitParts): GraderKit {
  const { attachments, root, path } = source.evalFile;
  const { clock, control, openTarget, openCommandRunner } = parts;
  const { signal, waiting } = control;
  const env = readEnvironment(root, parts.env);
  const files = openFormatOptions(source.evalFile, parts.cwd);
  const defaultTarget = judges.defaultTarget(source);
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
    judgesOf: (graders) => graders.filter(isJudge).flatMap((grader) => judges.find(source, grader)?.target ?? []),
    ...(defaultTarget === undefined ? {} : { judgeTarget: defaultTarget }),
  };
}
