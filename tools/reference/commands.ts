import type { Argument, Command, Help, Option } from 'commander';
import { buildProgram } from '../../src/cli/program.ts';
import { renderTable, toAlternatives, toCell, toCode, toSentence, withoutEmptyColumns } from './markdown.ts';

/** Every visible command with its arguments and options, and what its help says besides. */
export function renderCommands(): string {
  const { program, written } = openProgram();
  const help = program.createHelp();
  return listCommands(program, help)
    .map((command) => renderCommand(command, help, written))
    .join('\n\n');
}

function listCommands(parent: Command, help: Help): readonly Command[] {
  return help.visibleCommands(parent).filter((command) => command.name() !== 'help');
}

/** What the help of `turnwise` itself says to begin with. */
export function renderStart(): string {
  const { program, written } = openProgram();
  return renderAddedText(program, written);
}

export function openProgram(): { readonly program: Command; readonly written: string[] } {
  const written: string[] = [];
  return { program: buildProgram(toSilentIo(written), async () => {}), written };
}

function toSilentIo(written: string[]) {
  const out = (text: string) => {
    written.push(text);
  };
  return { out, err: out, cwd: '.', env: {}, isInteractive: false, color: { out: false, err: false }, columns: 100 };
}

/** A command that only groups others has no arguments and no usage of its own: theirs follow below it. */
function renderCommand(command: Command, help: Help, written: string[], path = 'turnwise'): string {
  const name = `${path} ${command.name()}`;
  const inner = listCommands(command, help);
  const options = help.visibleOptions(command).filter((option) => option.long !== '--help');
  return [
    `${path === 'turnwise' ? '##' : '###'} ${name}`,
    toSentence(command.description()),
    ...(inner.length > 0 && help.visibleArguments(command).length === 0
      ? []
      : [`\`\`\`text\n${help.commandUsage(command)}\n\`\`\``]),
    renderArguments(help.visibleArguments(command)),
    renderOptions(options),
    renderAddedText(command, written),
    ...inner.map((one) => renderCommand(one, help, written, name)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function renderArguments(list: readonly Argument[]): string {
  if (list.length === 0) return '';
  const rows = list.map((argument) => [
    toCode(toTerm(argument)),
    argument.required ? '**required**' : toDefault(argument.defaultValue),
    toCell(argument.description),
  ]);
  return renderTable(...withoutEmptyColumns(['argument', 'default', 'meaning'], rows));
}

function toTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function renderOptions(list: readonly Option[]): string {
  if (list.length === 0) return '';
  const rows = list.map((option) => {
    const choices = option.argChoices === undefined ? '' : `: ${toAlternatives(option.argChoices.map(toCode))}`;
    return [toCode(option.flags), toDefault(option.defaultValue), `${toCell(option.description)}${choices}`];
  });
  return renderTable(...withoutEmptyColumns(['option', 'default', 'meaning'], rows));
}

function toDefault(value: unknown): string {
  if (value === undefined) return '';
  return toCode(Array.isArray(value) ? value.join(' ') : String(value));
}

/**
 * What `addHelpText` put behind the help: lines that are indented by two are commands to type, or lines of a file; those
 * indented more continue the list of the line above.
 */
function renderAddedText(command: Command, written: string[]): string {
  written.length = 0;
  command.outputHelp();
  const added = written.join('').slice(command.helpInformation().length).trim();
  if (added === '') return '';
  const joined = added.replaceAll(/\n {3,}(?=\S)/g, ' · ');
  const examples = joined.replaceAll(/(?:^ {2}\S.*$\n?)+/gm, (lines) => `\n${toFence(outdent(lines))}\n`);
  return examples.trim();
}

function toFence(text: string): string {
  const language = text.startsWith('# yaml-') ? 'yaml fragment' : 'sh';
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function outdent(lines: string): string {
  return lines.trimEnd().replaceAll(/^ {2}/gm, '');
}
