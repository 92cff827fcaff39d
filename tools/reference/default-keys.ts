import { defaultKeyNames } from '../../src/conversation/target-spec.ts';
import { renderTable, toCode } from './markdown.ts';

/** Which variable has the key of a target that names none. */
export function renderDefaultKeys(): string {
  const rows = Object.entries(defaultKeyNames).map(([provider, name]) => [toCode(provider), toCode(name)]);
  return renderTable(['provider', 'variable'], rows);
}
