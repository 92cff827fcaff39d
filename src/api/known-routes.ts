import type { RouteOptions } from 'fastify';

interface KnownRoute {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

/** The addresses of the server, to tell an unknown address from one that does not know a method. */
export class KnownRoutes {
  readonly #routes = new Map<string, KnownRoute>();

  /** Called for each route as it is added. */
  readonly add = ({ url, method }: Pick<RouteOptions, 'url' | 'method'>): void => {
    const known = this.#routes.get(url) ?? { segments: url.split('/'), methods: new Set() };
    for (const name of typeof method === 'string' ? [method] : method) known.methods.add(name);
    this.#routes.set(url, known);
  };

  /** The methods that an address knows, in the order of the alphabet; none: there is no such address. */
  listMethods(path: string): readonly string[] {
    const segments = path.split('/');
    const methods = [...this.#routes.values()]
      .filter((route) => fits(route.segments, segments))
      .flatMap((route) => [...route.methods]);
    return [...new Set(methods)].sort();
  }
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]));
}
