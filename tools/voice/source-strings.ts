import { parseSource } from '../parse-source.ts';
import { gap, type TextKind, toLineAt, type VoiceText } from './text.ts';

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

interface Place {
  readonly kind: TextKind;
  /** The name that the value is given to: a property, a variable, or an attribute. */
  readonly name: string | undefined;
}

/** The string literals, templates and JSX texts of a source file that people may read. */
export function listSourceTexts(path: string, source: string): readonly VoiceText[] {
  const { program } = parseSource(path, source);
  const found: VoiceText[] = [];
  const add = (start: number, text: string, kind: TextKind) => {
    if (kind === 'ui' || kind === 'help' ? text.trim() !== '' : isProse(text))
      found.push({ path, line: toLineAt(source, start), text, kind });
  };
  walk(program, { kind: path.startsWith('web/') ? 'ui' : 'string', name: undefined }, add);
  return found;
}

type Add = (start: number, text: string, kind: TextKind) => void;

function walk(value: unknown, place: Place, add: Add): void {
  if (Array.isArray(value)) {
    for (const entry of value) walk(entry, place, add);
    return;
  }
  if (!isNode(value) || isSkipped(value)) return;
  const inner = toPlace(value, place);
  const text = findText(value);
  if (text !== undefined) add(value.start, text, value.type === 'JSXText' ? 'ui' : toKind(inner, text));
  for (const [key, child] of Object.entries(value)) {
    if (!(key === 'key' && value.type === 'Property' && value.computed !== true)) walk(child, inner, add);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Types, imports and attributes that only the browser reads. */
function isSkipped(node: Node): boolean {
  if (node.type === 'JSXAttribute') return machineAttributes.has(nameOf(node.name) ?? '');
  if (/^TS(As|Satisfies|NonNull)/.test(node.type)) return false;
  return /^(TS|Import(?!Expression)|ExportAll)/.test(node.type);
}

const machineAttributes: ReadonlySet<string> = new Set([
  ...['className', 'd', 'id', 'style', 'type', 'role', 'viewBox', 'points', 'transform', 'href', 'to', 'rel', 'name'],
  ...['htmlFor', 'data-testid', 'autoComplete', 'inputMode', 'xmlns', 'stroke', 'fill', 'src', 'target', 'method'],
]);

const helpCalls: ReadonlySet<string> = new Set(
  'option requiredOption addOption Option argument description summary addHelpText helpOption version describe'.split(
    ' ',
  ),
);
const faultCalls: ReadonlySet<string> = new Set('Fault usageFault toError toWarning problemAt TargetError'.split(' '));
const errorNames: ReadonlySet<string> = new Set('message hint reason why flaw'.split(' '));

function toPlace(node: Node, place: Place): Place {
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const called = nameOf(node.callee) ?? '';
    if (helpCalls.has(called) && place.kind !== 'ui') return { ...place, kind: 'help' };
    return faultCalls.has(called) ? { ...place, kind: 'error' } : place;
  }
  if (node.type === 'Property') return { ...place, name: nameOf(node.key) };
  if (node.type === 'VariableDeclarator') return { ...place, name: nameOf(node.id) };
  if (/Function/.test(node.type)) return { ...place, name: undefined };
  return place;
}

function toKind({ kind, name = '' }: Place, text: string): TextKind {
  if (kind !== 'string') return kind === 'ui' && !isProse(text) ? 'string' : kind;
  return errorNames.has(name) || name === 'faultCodes' || /^[A-Z]+_[A-Z0-9_]+$/.test(name) ? 'error' : 'string';
}

function nameOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (typeof value.name === 'string') return value.name;
  if (typeof value.value === 'string') return value.value;
  return value.type === 'MemberExpression' ? nameOf(value.property) : undefined;
}

function findText(node: Node): string | undefined {
  if (node.type === 'Literal' || node.type === 'JSXText')
    return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined;
  return node.quasis.map(toCooked).join(gap);
}

function toCooked(quasi: unknown): string {
  const value: unknown = isNode(quasi) ? quasi.value : undefined;
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
}

/** Two words in a row, and no statement of SQL, HTML or CSS. */
function isProse(text: string): boolean {
  if (!/[\p{L}⟩`"')][,.:;]? [\p{L}⟨`"'(]/u.test(text)) return false;
  if (/^\s*(select|insert|update|delete from|create|drop|alter|pragma|with|from|where|order by)\s/.test(text))
    return false;
  return !/[{;]\s*[\w-]+:\s*[^;{}]+;/.test(text);
}
