import type { RE2JS } from 're2js';

type Engine = typeof import('re2js');

/** Distinct patterns of a run are few; a stream of cases that each have their own must not fill the memory. */
const keptPatterns = 1_000;

/** What to do about one that cannot be used. */
export const patternHint = 'Use RE2 syntax, which has no lookahead, lookbehind or backreferences.';

/** Finds an expression ready to test with, or says why it cannot be used. */
export type FindPattern = (pattern: string) => RE2JS | string;

/** RE2 expressions, each compiled once. The engine is loaded with the first, so the first find is a promise. */
export class Patterns {
  readonly #compiled = new Map<string, RE2JS | string>();
  #engine: Engine | undefined;

  /** The expression ready to test with, or the reason why it cannot be used, as text. */
  find(pattern: string): RE2JS | string | Promise<RE2JS | string> {
    return this.#compiled.get(pattern) ?? this.#add(pattern);
  }

  /** Loads the engine now, for callers that cannot wait later. */
  async load(): Promise<FindPattern> {
    const engine = await this.#load();
    return (pattern) => this.#compiled.get(pattern) ?? this.#compile(pattern, engine);
  }

  #add(pattern: string): RE2JS | string | Promise<RE2JS | string> {
    if (this.#engine !== undefined) return this.#compile(pattern, this.#engine);
    return this.#load().then((engine) => this.#compile(pattern, engine));
  }

  async #load(): Promise<Engine> {
    this.#engine ??= await import('re2js');
    return this.#engine;
  }

  #compile(pattern: string, { RE2JS, RE2JSSyntaxException }: Engine): RE2JS | string {
    if (this.#compiled.size >= keptPatterns) this.#compiled.clear();
    let compiled: RE2JS | string;
    try {
      compiled = RE2JS.compile(pattern);
    } catch (error) {
      if (!(error instanceof RE2JSSyntaxException)) throw error;
      compiled = error.message.replace(/^error parsing regexp: /, '');
    }
    this.#compiled.set(pattern, compiled);
    return compiled;
  }
}
