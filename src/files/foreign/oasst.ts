import { Fault } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { type TreePaths, withExtras } from './chat-format.ts';
import type { LossReport } from './loss-report.ts';
import { buildTrees, type MessageTree, type TreeNode } from './message-tree.ts';
import { type EntryPlace, type ImportEntry, toEntryPlace } from './read-entries.ts';

type Fields = Record<string, unknown>;

/** Whether a value is a message tree of OASST, or one message of its flat export. */
export function isOasst(value: Fields): boolean {
  if (isTree(value)) return true;
  return value.message_id !== undefined && 'parent_id' in value && value.text !== undefined && value.role !== undefined;
}

function isTree({ prompt }: Fields): boolean {
  return isPlainObject(prompt) && prompt.message_id !== undefined && prompt.role !== undefined;
}

interface Reading {
  readonly file: string;
  readonly report: LossReport;
  readonly paths: TreePaths;
}

/**
 * Reads message trees: one tree per entry, or one message per entry of the flat export. Throws a Fault for the first
 * problem, so that nothing is half imported.
 */
export function readOasst(entries: readonly ImportEntry[], reading: Reading): readonly ImportEntry[] {
  const { file } = reading;
  const trees: Source[] = [];
  const nodes: TreeNode[] = [];
  for (const { value, problem, at } of entries) {
    if (problem !== undefined) throw new Fault([problem]);
    if (!isPlainObject(value)) throw badEntry('The entry is not a message tree.', shapeHint, toEntryPlace(at, file));
    if (isTree(value)) trees.push(toSource(value, at, file));
    else nodes.push(toNode(value, { at, file }));
  }
  const inside = trees.flatMap((tree) => tree.nodes);
  const built = buildTrees([...inside, ...nodes], (message, hint, at) =>
    badEntry(message, hint, toEntryPlace(at, file)),
  );
  const heads = new Map(trees.map(({ root, meta }) => [root, meta]));
  return built.flatMap((tree) => toItems(tree, heads.get(tree.root) ?? {}, reading));
}

const shapeHint =
  'Write a tree as {"message_tree_id", "prompt": {"message_id", "text", "role", "replies": […]}}, or one message per line with "message_id", "parent_id", "text" and "role".';

function badEntry(message: string, hint: string, place: ReturnType<typeof toEntryPlace>): Fault {
  return new Fault({ code: 'IMPORT_BAD_ENTRY', message, hint, ...place });
}

/** One nested tree: its messages, parents before their replies. */
interface Source {
  readonly root: TreeNode;
  readonly nodes: readonly TreeNode[];
  readonly meta: Fields;
}

interface NodePlace {
  readonly at: EntryPlace;
  readonly file: string;
  /** The message that this one is nested in. */
  readonly parent?: string | undefined;
  readonly tree?: string | undefined;
}

/** Lists the messages without recursion, because a tree can be deep. */
function toSource({ prompt, message_tree_id: id, ...meta }: Fields, at: EntryPlace, file: string): Source {
  const nodes: TreeNode[] = [];
  const open: { readonly written: unknown; readonly parent?: string }[] = [{ written: prompt }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { written, parent } = next;
    if (!isPlainObject(written)) throw badEntry('A reply is not a message.', shapeHint, toEntryPlace(at, file));
    const { replies, parent_id: _told, ...message } = written;
    const node = toNode(message, { at, file, parent, tree: toName(id) });
    nodes.push(node);
    const list = Array.isArray(replies) ? replies : [];
    for (const reply of list.toReversed()) open.push({ written: reply, parent: node.id });
  }
  // A tree has at least its prompt.
  return { root: nodes[0] as TreeNode, nodes, meta };
}

function toNode(written: Fields, { at, file, parent, tree }: NodePlace): TreeNode {
  const { message_id: messageId, parent_id: parentId, message_tree_id: treeId, text, role, rank, ...rest } = written;
  const id = toName(messageId);
  if (id === undefined) throw badEntry('A message has no "message_id".', shapeHint, toEntryPlace(at, file));
  if (typeof text !== 'string' || typeof role !== 'string') {
    const missing = typeof text === 'string' ? 'role' : 'text';
    throw badEntry(`The message "${id.slice(0, 60)}" has no "${missing}".`, shapeHint, toEntryPlace(at, file));
  }
  return {
    id,
    parent: parent ?? toName(parentId),
    tree: toName(treeId) ?? tree,
    rank: typeof rank === 'number' ? rank : undefined,
    isBad: rest.deleted === true || rest.review_result === false,
    at,
    turn: toTurn({ id, text, role, rank, rest }),
  };
}

function toName(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

interface WrittenMessage {
  readonly id: string;
  readonly text: string;
  readonly role: string;
  readonly rank: unknown;
  readonly rest: Fields;
}

function toTurn({ id, text, role, rank, rest: { created_date: created, ...rest } }: WrittenMessage): Fields {
  const turn = {
    id,
    role: role === 'prompter' ? 'user' : role,
    content: text,
    ...(typeof created === 'string' ? { timestamp: created } : {}),
  };
  const { tree_state: _state, replies: _replies, ...extras } = rest;
  return withExtras(turn, { rank, ...extras }, 'oasst');
}

/** The conversations of a tree, from its first message to a last one. */
function toItems(tree: MessageTree, meta: Fields, { report, paths }: Reading): readonly ImportEntry[] {
  const { root } = tree;
  const id = root.tree ?? root.id;
  const lose = report.forItem(id);
  const leaves = paths === 'all' ? tree.listLeaves() : [tree.findBestLeaf()];
  const kept = leaves.map((leaf) => tree.listPath(leaf));
  if (paths === 'best') {
    const path = new Set(kept.flat());
    for (const node of tree.nodes) if (!path.has(node)) lose('message on another path', node.id);
  }
  return kept.map((path) => {
    const leaf = path.at(-1) ?? root;
    const name = paths === 'all' && leaves.length > 1 ? `${id}~${leaf.id}` : id;
    const value = { id: name, messages: path.map(({ turn }) => turn), meta: { message_tree_id: id, ...meta } };
    return { value, at: root.at };
  });
}
