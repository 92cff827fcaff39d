import type { PlaceholderValues } from './placeholders.ts';

/** A line for a shell, and the variables it uses. */
interface ShellLine {
  readonly line: string;
  readonly env: Readonly<Record<string, string>>;
}

/** An escaped sign, a quote, or a placeholder; `${NAME}` is the shell's own. */
const token = /\\[\s\S]|["']|(?<!\$)\{([A-Z_]+\d*)\}/g;

/**
 * Puts a variable of the environment for each placeholder, never its text: no question can run a command. The
 * variable is quoted as the place needs it, so that a value is one argument with or without quotes around it.
 */
export function fillShellLine(line: string, values: PlaceholderValues): ShellLine {
  const env: Record<string, string> = {};
  let quote = '';
  const filled = line.replaceAll(token, (found, name: string | undefined) => {
    const list = name === undefined ? undefined : values[name];
    if (list === undefined) {
      quote = toNextQuote(quote, found);
      return found;
    }
    return list.map((value, index) => quoteVariable(keep(env, `TURNWISE_${name}_${index}`, value), quote)).join(' ');
  });
  return { line: filled, env };
}

function keep(env: Record<string, string>, name: string, value: string): string {
  env[name] = value;
  return name;
}

/** Which quotes are open after a token. In single quotes a backslash is only a backslash. */
function toNextQuote(open: string, found: string): string {
  const sign = open === "'" ? found.replace('\\', '') : found;
  if (sign !== '"' && sign !== "'") return open;
  if (open === '') return sign;
  return open === sign ? '' : open;
}

function quoteVariable(name: string, open: string): string {
  if (open === '"') return `\${${name}}`;
  return open === "'" ? `'"\${${name}}"'` : `"\${${name}}"`;
}
