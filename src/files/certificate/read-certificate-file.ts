import { assertNoErrors, Fault, type Problem, toError } from '../../base/fault.ts';
import { checkSchema } from '../../base/schema-check.ts';
import { CertificateFile } from '../../conversation/certificate.ts';
import { listCertificateFlaws } from '../../conversation/certificate-flaws.ts';
import { toShownFile } from '../project/project.ts';
import { parseWholeFile } from '../syntax/parse-file.ts';
import { toProblems } from '../syntax/schema-problems.ts';
import type { Source } from '../syntax/source.ts';
import { findStats } from '../text/read-text.ts';
import { toCertificatePath } from './certificate-path.ts';

export interface CertificatePlace {
  /** Paths in messages are shown from here. Default: as the deck is named. */
  readonly cwd?: string;
  /** What to name to `turnwise calibrate` to calibrate it again. Default: the path of the deck. */
  readonly named?: string;
}

/** The certificates beside a deck; undefined when there are none. Throws a Fault with every problem when the file is broken. */
export function readCertificateFile(
  deckPath: string,
  { cwd, named }: CertificatePlace = {},
): CertificateFile | undefined {
  const path = toCertificatePath(deckPath);
  if (findStats(path) === undefined) return undefined;
  const shown = (file: string) => (cwd === undefined ? file : toShownFile(file, cwd));
  const hint = `Delete it and type: turnwise calibrate ${named ?? shown(deckPath)} --gate`;
  try {
    const { source, problems } = parseWholeFile({ path, file: shown(path), what: 'certificate' });
    const { file, problems: found } = source === undefined ? { problems } : checkFile(source);
    assertNoErrors(found);
    return file;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const [first, ...rest] = error.problems.map((problem): Problem => ({ ...problem, hint }));
    throw first === undefined ? error : new Fault([first, ...rest], { cause: error });
  }
}

interface Reading {
  readonly file?: CertificateFile;
  readonly problems: readonly Problem[];
}

function checkFile(source: Source): Reading {
  const { value: file, issues } = checkSchema(CertificateFile, source.value);
  if (file === undefined) return { problems: toProblems(issues, source, { prefix: 'CERTIFICATE' }) };
  return { file, problems: [...checkTargets(file, source), ...checkFigures(file, source)] };
}

function checkTargets({ entries }: CertificateFile, source: Source): readonly Problem[] {
  const ids = entries.map(({ target }) => target.id);
  return ids.flatMap((id, index) => {
    if (ids.indexOf(id) === index) return [];
    const message = `There are two certificates of target "${id}".`;
    const place = source.placeOf(['entries', index, 'target', 'id']);
    return [toError({ code: 'CERTIFICATE_BAD_VALUE', message, reading: source.reading, ...place })];
  });
}

function checkFigures({ entries }: CertificateFile, source: Source): readonly Problem[] {
  return entries.flatMap((entry, index) =>
    listCertificateFlaws(entry).map(({ path, message: flaw }) => {
      const message = `The certificate of target "${entry.target.id}" contradicts itself. ${flaw}`;
      const place = source.placeOf(['entries', index, ...path]);
      return toError({ code: 'CERTIFICATE_BAD_VALUE', message, reading: source.reading, ...place });
    }),
  );
}
