import type { Fault } from '../../base/fault.ts';
import type { EntryPlace } from './read-entries.ts';

/** A message of a tree, and which message it answers. */
export interface TreeNode {
  readonly id: string;
  /** Undefined: the first message of a tree. */
  readonly parent: string | undefined;
  /** The id of its tree, if the file states it. */
  readonly tree: string | undefined;
  /** 0 is the reply that people liked best. */
  readonly rank: number | undefined;
  /** Deleted, or rejected in review. */
  readonly isBad: boolean;
  readonly at: EntryPlace;
  /** The message as a turn of an item. */
  readonly turn: Readonly<Record<string, unknown>>;
}

type ToFault = (message: string, hint: string, at: EntryPlace) => Fault;

/**
 * Builds trees from their messages, which may be in any order. Throws the first problem: an id twice, an unknown parent,
 * or messages that answer each other in a ring.
 */
export function buildTrees(nodes: readonly TreeNode[], toFault: ToFault): readonly MessageTree[] {
  const byId = new Map<string, TreeNode>();
  for (const node of nodes) {
    if (byId.has(node.id)) {
      throw toFault(`The message id "${show(node.id)}" appears twice.`, 'Give each message its own id.', node.at);
    }
    byId.set(node.id, node);
  }
  const replies = groupReplies(nodes, byId, toFault);
  const trees = nodes.filter(({ parent }) => parent === undefined).map((root) => new MessageTree(root, replies));
  checkRings(nodes, trees, { byId, toFault });
  checkTreeIds(trees, toFault);
  return trees;
}

function show(id: string): string {
  return id.slice(0, 60);
}

function groupReplies(
  nodes: readonly TreeNode[],
  byId: ReadonlyMap<string, TreeNode>,
  toFault: ToFault,
): ReadonlyMap<TreeNode, readonly TreeNode[]> {
  const replies = new Map<TreeNode, TreeNode[]>();
  for (const node of nodes) {
    if (node.parent === undefined) continue;
    const parent = byId.get(node.parent);
    if (parent === undefined) {
      const message = `The message "${show(node.id)}" answers "${show(node.parent)}", which is not in the file.`;
      throw toFault(
        message,
        'Add the missing message, or set "parent_id" to null for the first message of a tree.',
        node.at,
      );
    }
    const list = replies.get(parent);
    if (list === undefined) replies.set(parent, [node]);
    else list.push(node);
  }
  return replies;
}

/** Messages that no first message leads to answer each other in a ring, or answer one of a ring. */
function checkRings(
  nodes: readonly TreeNode[],
  trees: readonly MessageTree[],
  { byId, toFault }: { readonly byId: ReadonlyMap<string, TreeNode>; readonly toFault: ToFault },
): void {
  const reached = new Set(trees.flatMap((tree) => tree.nodes));
  const lost = nodes.find((node) => !reached.has(node));
  if (lost === undefined) return;
  const seen = new Set<TreeNode>();
  let node = lost;
  // Every parent exists, so going up ends in the ring.
  while (!seen.has(node)) {
    seen.add(node);
    node = byId.get(node.parent ?? '') ?? node;
  }
  const message = `The message "${show(node.id)}" answers itself: its "parent_id" leads back to it.`;
  throw toFault(message, 'Correct the "parent_id". The first message of a tree has none.', node.at);
}

function checkTreeIds(trees: readonly MessageTree[], toFault: ToFault): void {
  const seen = new Set<string>();
  for (const { root, nodes } of trees) {
    const id = root.tree ?? root.id;
    const stray = nodes.find(({ tree }) => tree !== undefined && tree !== id);
    if (stray !== undefined) {
      const message = `The message "${show(stray.id)}" is in tree "${show(stray.tree ?? '')}", but answers one of tree "${show(id)}".`;
      throw toFault(message, 'Correct its "message_tree_id" or its "parent_id".', stray.at);
    }
    if (seen.has(id)) {
      throw toFault(
        `The tree "${show(id)}" has two first messages.`,
        'Give each tree its own "message_tree_id".',
        root.at,
      );
    }
    seen.add(id);
  }
}

/** The messages that start with one first message. Nothing here is recursive, because a tree can be deep. */
export class MessageTree {
  readonly root: TreeNode;
  /** Every message, parents before their replies. */
  readonly nodes: readonly TreeNode[];
  readonly #replies: ReadonlyMap<TreeNode, readonly TreeNode[]>;
  readonly #parents = new Map<TreeNode, TreeNode>();

  constructor(root: TreeNode, replies: ReadonlyMap<TreeNode, readonly TreeNode[]>) {
    this.root = root;
    this.#replies = replies;
    const nodes: TreeNode[] = [root];
    // The list grows while it is read.
    for (const node of nodes) {
      for (const reply of replies.get(node) ?? []) {
        this.#parents.set(reply, node);
        nodes.push(reply);
      }
    }
    this.nodes = nodes;
  }

  /** The last message of the path that takes the best reply every time. */
  findBestLeaf(): TreeNode {
    let node = this.root;
    for (let best = this.#findBestReply(node); best !== undefined; best = this.#findBestReply(node)) node = best;
    return node;
  }

  /** By rank. Then the first in the file. A deleted or rejected reply is taken only if there is no other. */
  #findBestReply(node: TreeNode): TreeNode | undefined {
    const [first, ...others] = this.#replies.get(node) ?? [];
    return others.reduce((best, reply) => (best !== undefined && isBetter(reply, best) ? reply : best), first);
  }

  /** Every message without a reply, in the order of the file. */
  listLeaves(): readonly TreeNode[] {
    return this.nodes.filter((node) => (this.#replies.get(node) ?? []).length === 0);
  }

  /** The conversation that ends with a message. */
  listPath(leaf: TreeNode): readonly TreeNode[] {
    const path = [leaf];
    for (let node = this.#parents.get(leaf); node !== undefined; node = this.#parents.get(node)) path.push(node);
    return path.reverse();
  }
}

function isBetter(reply: TreeNode, best: TreeNode): boolean {
  if (reply.isBad !== best.isBad) return best.isBad;
  return (reply.rank ?? Number.POSITIVE_INFINITY) < (best.rank ?? Number.POSITIVE_INFINITY);
}
