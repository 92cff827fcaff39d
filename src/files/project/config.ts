import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import { z } from 'zod';
import { definedOnly } from '../../base/defined-only.ts';
import { assertNoErrors, type Problem } from '../../base/fault.ts';
import { checkSchema } from '../../base/schema-check.ts';
import { toProblems } from '../syntax/placed-data.ts';
import { parseYaml } from '../syntax/yaml/parse-yaml.ts';
import { readText } from '../text/read-text.ts';
import { toShownFile } from './project.ts';

export const ConfigShape = z.strictObject({
  $schema: z.string().optional().describe('JSON Schema of this file, for editors.'),
  guideline_patterns: z
    .array(z.string())
    .optional()
    .describe('Globs, relative to the project root. Matching files are guidelines, in addition to *.instructions.md.'),
  targets: z
    .array(z.string())
    .min(1)
    .optional()
    .describe("Target ids from targets.yaml, for eval files that don't set their own."),
});
type ProjectConfig = z.infer<typeof ConfigShape>;

const configFiles = [join('.turnwise', 'config.yaml'), join('.agentv', 'config.yaml')];

/** The config file of a project: `.turnwise/config.yaml`, or AgentV's. */
export function findConfigFile(root: string): string | undefined {
  return configFiles.map((name) => join(root, name)).find((path) => existsSync(path));
}

export function readConfig(
  path: string,
  cwd: string,
): { readonly config: ProjectConfig; readonly problems: readonly Problem[] } {
  const file = toShownFile(path, cwd);
  const { data, problems } = parseYaml({ text: readText({ path, shown: file }), file, reading: 'config YAML' });
  if (data === undefined) return { config: {}, problems };
  const result = checkSchema(ConfigShape, data.value ?? {});
  if (result.value !== undefined) return { config: result.value, problems };
  const isForeign = path.includes(`${sep}.agentv${sep}`);
  const issues = isForeign ? result.issues.filter((issue) => issue.kind !== 'unknown-key') : result.issues;
  const found = toProblems(issues, data, { prefix: 'CONFIG' });
  return { config: isForeign && found.length === 0 ? pickForeign(data.value) : {}, problems: found };
}

/** Uses only the patterns of an AgentV config, and does not check the rest. */
function pickForeign(value: unknown): ProjectConfig {
  const result = checkSchema(z.looseObject({ guideline_patterns: z.array(z.string()).optional() }), value);
  const patterns = result.value?.guideline_patterns;
  return definedOnly({ guideline_patterns: patterns });
}

/** The project's targets for eval files that set none. `validate` reports problems of the config. */
export function findProjectTargets(root: string, cwd: string): readonly string[] | undefined {
  const path = findConfigFile(root);
  return path === undefined ? undefined : readConfig(path, cwd).config.targets;
}

type GuidelineTest = (path: string) => boolean;

/** Opens a test for guidelines by the project's patterns. Throws a Fault if the config cannot be read. */
export function openGuidelineTest(root: string, cwd: string): GuidelineTest {
  const path = findConfigFile(root);
  if (path === undefined) return () => false;
  const { config, problems } = readConfig(path, cwd);
  assertNoErrors(problems);
  const patterns = config.guideline_patterns ?? [];
  const tests = patterns.map((pattern) => picomatch(pattern, { dot: true, basename: !pattern.includes('/') }));
  return (file) => {
    const fromRoot = relative(root, file).split(sep).join('/');
    return tests.some((test) => test(fromRoot));
  };
}
