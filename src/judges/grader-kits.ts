import { dirname } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { Patterns } from '../base/patterns.ts';
import type { Deck } from '../conversation/judge/deck.ts';
import { listSecretValues, readEnvironment } from '../files/project/read-env.ts';
import { type CaseGrader, isJudge } from '../grade/case-graders.ts';
import { Schemas } from '../grade/checks/schemas.ts';
import type { GraderKit } from '../grade/grader.ts';
import { findJudgeTarget, getGraderDeck, openJudge } from '../grade/judge/open-judge.ts';
import type { JobControl } from '../job/control.ts';
import { type EvalSource, openFormatOptions } from '../samples/eval-sources.ts';
import type { Target } from '../target/port.ts';
import { openCommandRunner } from '../wiring/command-runner.ts';
import { SourceDecks } from './source-decks.ts';

export interface GraderKitParts {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Judges are targets like any other: wrapped, opened once each. */
  readonly openTarget: (source: EvalSource, id: string) => Promise<Target>;
  /** Who judges when neither grader nor deck says. Default: as the file says. */
  readonly judge?: string | undefined;
  /** Decks by the name graders give them, besides and before those of files. */
  readonly decks?: ReadonlyMap<string, Deck> | undefined;
  readonly control: Pick<JobControl, 'signal' | 'waiting'>;
}

/** What the graders of one eval file work with. */
async function openGraderKit(source: EvalSource, parts: GraderKitParts): Promise<GraderKit> {
  const { evalFile, specs } = source;
  const { attachments, root, path } = evalFile;
  const { cwd, clock, control, openTarget } = parts;
  const { signal, waiting } = control;
  const env = readEnvironment(root, parts.env);
  const decks = new SourceDecks({ attachments, cwd, known: parts.decks });
  const files = openFormatOptions(evalFile, cwd);
  const defaultTarget = parts.judge ?? evalFile.head.judge;
  return {
    clock,
    patterns: new Patterns(),
    files,
    schemas: new Schemas((written) => attachments.readText(written)),
    runCommand: openCommandRunner({ folder: dirname(path), env, clock, secrets: listSecretValues(root, env), signal }),
    judge: openJudge({
      getDeck: (written) => decks.get(written),
      openTarget: (id) => openTarget(source, id),
      specOf: (id) => specs.get(id),
      defaultTarget,
      files,
      clock,
      signal,
      waiting,
    }),
    judgesOf: (graders) => graders.flatMap((grader) => findAsked(grader, decks, defaultTarget) ?? []),
    ...(defaultTarget === undefined ? {} : { judgeTarget: defaultTarget }),
  };
}

/** Undefined: it asks no judge, or its deck cannot be used. */
function findAsked(grader: CaseGrader, decks: SourceDecks, defaultTarget: string | undefined): string | undefined {
  if (!isJudge(grader)) return undefined;
  try {
    const deck = getGraderDeck(grader, (written) => decks.get(written));
    return findJudgeTarget(grader, deck, defaultTarget);
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

/** The kits of all files, each opened when it is first needed. */
export function openGraderKits(parts: GraderKitParts): (source: EvalSource) => Promise<GraderKit> {
  const kits = new Map<EvalSource, Promise<GraderKit>>();
  return (source) => {
    const known = kits.get(source);
    if (known !== undefined) return known;
    const kit = openGraderKit(source, parts);
    kits.set(source, kit);
    return kit;
  };
}
