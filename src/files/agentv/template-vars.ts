import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import { lostAt } from './lost-keys.ts';
import type { ConvertedMessages } from './messages.ts';

type Mapping = Record<string, unknown>;

/** `{{name}}` and `{{ user.name }}`. `${{ NAME }}` is an environment variable. */
const placeholder = /(?<!\$)\{\{\s*([A-Za-z_][\w-]*(?:\.[\w-]+)*)\s*\}\}/g;
const onlyPlaceholder = new RegExp(`^\\s*${placeholder.source}\\s*$`);

/** The keys of a case, or of a turn, whose texts have placeholders. Prompts of judges have placeholders of their own. */
const filledKeys = [
  ...['input', 'input_messages', 'input_files', 'criteria', 'outcome', 'expected_outcome'],
  ...['expected_output', 'expected_messages', 'reference_answer'],
];

/** Fills the placeholders of a case from its `vars`. A name without a value stays as it is written, as in AgentV. */
export class TemplateVars {
  readonly #vars: Mapping;
  readonly #missing = new Set<string>();

  constructor(vars: Mapping) {
    this.#vars = vars;
  }

  /** A case, with its turns. */
  fillCase(value: Mapping): Mapping {
    const turns = Array.isArray(value.turns)
      ? { turns: value.turns.map((turn: unknown) => (isPlainObject(turn) ? this.#fillKeys(turn) : turn)) }
      : {};
    return { ...this.#fillKeys(value), ...turns };
  }

  /** The messages that a case takes from its file. */
  fillMessages(input: ConvertedMessages): ConvertedMessages {
    return { ...input, messages: input.messages.map((one) => ({ ...one, message: this.fill(one.message) })) };
  }

  /** A text that is one placeholder becomes the list or mapping behind it. */
  fill(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry: unknown) => this.fill(entry));
    if (isPlainObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, this.fill(part)]));
    }
    if (typeof value !== 'string') return value;
    const whole = this.#find(onlyPlaceholder.exec(value)?.[1] ?? '');
    if (typeof whole === 'object' && whole !== null) return whole;
    return value.replace(placeholder, (written, name: string) => {
      const found = this.#find(name);
      if (found !== undefined) return typeof found === 'string' ? found : JSON.stringify(found);
      this.#missing.add(name);
      return written;
    });
  }

  /** The names without a value that were met so far. */
  listProblems(data: PlacedData, path: readonly PathSegment[]): readonly Problem[] {
    if (this.#missing.size === 0) return [];
    const names = [...this.#missing].map((name) => `"${name}"`).join(', ');
    const message = `The "vars" of the case have no value for ${names}. The text is sent as it is written.`;
    return [lostAt(data, [...path, 'vars'], { message, hint: 'Add the value, or fix the name.' })];
  }

  #fillKeys(value: Mapping): Mapping {
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, filledKeys.includes(key) ? this.fill(part) : part]),
    );
  }

  #find(name: string): unknown {
    return name.split('.').reduce<unknown>((inner, key) => {
      return isPlainObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
    }, this.#vars);
  }
}
