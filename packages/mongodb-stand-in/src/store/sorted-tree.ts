/**
 * An ordered map from strings that never changes: each change is a new one, which shares all but one path
 * with the old. So whoever holds one has a snapshot, at no cost, however much is written meanwhile.
 */
const MAX_NODE_KEYS = 64;

interface Leaf<V> {
  readonly keys: readonly string[];
  readonly values: readonly V[];
  readonly children?: undefined;
}

interface Branch<V> {
  /** The least key that may be found in each child. */
  readonly keys: readonly string[];
  readonly children: readonly Node<V>[];
}

type Node<V> = Leaf<V> | Branch<V>;

/** From `from` to before `to`. */
export interface KeyRange {
  readonly from: string;
  /** Default: no end. */
  readonly to?: string;
}

const EVERYTHING: KeyRange = { from: '' };

export class SortedTree<V> {
  private constructor(
    private readonly root: Node<V>,
    readonly size: number,
  ) {}

  static empty<V>(): SortedTree<V> {
    return new SortedTree<V>({ keys: [], values: [] }, 0);
  }

  /** @param sorted by key, each key once */
  static from<V>(sorted: readonly (readonly [string, V])[]): SortedTree<V> {
    let nodes: readonly Node<V>[] = chunks(sorted).map((part) => ({
      keys: part.map(([key]) => key),
      values: part.map(([, value]) => value),
    }));
    while (nodes.length > 1) {
      nodes = chunks(nodes).map((children) => ({ keys: children.map(leastKey), children }));
    }
    return new SortedTree<V>(nodes[0] ?? { keys: [], values: [] }, sorted.length);
  }

  get(key: string): V | undefined {
    let node = this.root;
    while (node.children !== undefined) {
      const child: Node<V> | undefined = node.children[childFor(node.keys, key)];
      if (child === undefined) return undefined;
      node = child;
    }
    const at = firstNotBelow(node.keys, key);
    return node.keys[at] === key ? node.values[at] : undefined;
  }

  with(key: string, value: V): SortedTree<V> {
    const before = this.get(key) !== undefined;
    const parts = put(this.root, key, value);
    const [only] = parts;
    const root: Node<V> =
      parts.length === 1 && only !== undefined ? only : { keys: parts.map(leastKey), children: parts };
    return new SortedTree(root, before ? this.size : this.size + 1);
  }

  without(key: string): SortedTree<V> {
    if (this.get(key) === undefined) return this;
    const root = remove(this.root, key) ?? { keys: [], values: [] };
    return new SortedTree<V>(lowered(root), this.size - 1);
  }

  /** In ascending order, or from the end. */
  *entries(range: KeyRange = EVERYTHING, backwards = false): Generator<readonly [string, V]> {
    yield* backwards ? descend(this.root, range) : ascend(this.root, range);
  }
}

function chunks<T>(list: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / MAX_NODE_KEYS) }, (_, at) =>
    list.slice(at * MAX_NODE_KEYS, (at + 1) * MAX_NODE_KEYS),
  );
}

function firstNotBelow(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function childFor(keys: readonly string[], key: string): number {
  const at = firstNotBelow(keys, key);
  return keys[at] === key ? at : Math.max(0, at - 1);
}

const leastKey = <V>(node: Node<V>): string => node.keys[0] ?? '';

/** A copy of a list with some items in the place of others. */
function spliced<T>(list: readonly T[], at: number, remove: number, ...items: readonly T[]): T[] {
  const copy = list.slice();
  copy.splice(at, remove, ...items);
  return copy;
}

function put<V>(node: Node<V>, key: string, value: V): readonly Node<V>[] {
  if (node.children === undefined) {
    const at = firstNotBelow(node.keys, key);
    const isThere = node.keys[at] === key;
    const values = spliced(node.values, at, isThere ? 1 : 0, value);
    if (isThere) return [{ keys: node.keys, values }];
    return splitLeaf(spliced(node.keys, at, 0, key), values, at === node.keys.length);
  }
  const at = childFor(node.keys, key);
  const child = node.children[at];
  if (child === undefined) throw new Error('a branch without children');
  const parts = put(child, key, value);
  return splitBranch(
    spliced(node.keys, at, 1, ...parts.map(leastKey)),
    spliced(node.children, at, 1, ...parts),
    at === node.children.length - 1,
  );
}

/** Keys mostly come in ascending order: then the first part stays full, and only the last is copied again. */
const cutAt = (length: number, isLast: boolean): number => (isLast ? length - 1 : length >>> 1);

function splitLeaf<V>(keys: readonly string[], values: readonly V[], atEnd: boolean): readonly Node<V>[] {
  if (keys.length <= MAX_NODE_KEYS) return [{ keys, values }];
  const cut = cutAt(keys.length, atEnd);
  return [
    { keys: keys.slice(0, cut), values: values.slice(0, cut) },
    { keys: keys.slice(cut), values: values.slice(cut) },
  ];
}

function splitBranch<V>(
  keys: readonly string[],
  children: readonly Node<V>[],
  atEnd: boolean,
): readonly Node<V>[] {
  if (keys.length <= MAX_NODE_KEYS) return [{ keys, children }];
  const cut = cutAt(keys.length, atEnd);
  return [
    { keys: keys.slice(0, cut), children: children.slice(0, cut) },
    { keys: keys.slice(cut), children: children.slice(cut) },
  ];
}

/** Parts that become empty go; small ones stay, since what is deleted is mostly filled again. */
function remove<V>(node: Node<V>, key: string): Node<V> | undefined {
  if (node.children === undefined) {
    const at = firstNotBelow(node.keys, key);
    if (node.keys.length === 1) return undefined;
    return { keys: spliced(node.keys, at, 1), values: spliced(node.values, at, 1) };
  }
  const at = childFor(node.keys, key);
  const child = node.children[at];
  const rest = child === undefined ? undefined : remove(child, key);
  if (rest !== undefined) return { keys: node.keys, children: spliced(node.children, at, 1, rest) };
  if (node.children.length === 1) return undefined;
  return { keys: spliced(node.keys, at, 1), children: spliced(node.children, at, 1) };
}

function lowered<V>(node: Node<V>): Node<V> {
  const [only] = node.children ?? [];
  return only !== undefined && node.children?.length === 1 ? lowered(only) : node;
}

function* ascend<V>(node: Node<V>, range: KeyRange): Generator<readonly [string, V]> {
  const { from, to } = range;
  if (node.children !== undefined) {
    for (let at = childFor(node.keys, from); at < node.children.length; at += 1) {
      const child = node.children[at];
      if (child === undefined || (to !== undefined && (node.keys[at] ?? '') >= to)) return;
      yield* ascend(child, range);
    }
    return;
  }
  for (let at = firstNotBelow(node.keys, from); at < node.keys.length; at += 1) {
    const key = node.keys[at] ?? '';
    if (to !== undefined && key >= to) return;
    yield [key, node.values[at] as V];
  }
}

function* descend<V>(node: Node<V>, range: KeyRange): Generator<readonly [string, V]> {
  const { from, to } = range;
  const end = to === undefined ? node.keys.length : firstNotBelow(node.keys, to);
  if (node.children !== undefined) {
    for (let at = end - 1; at >= childFor(node.keys, from); at -= 1) {
      const child = node.children[at];
      if (child !== undefined) yield* descend(child, range);
    }
    return;
  }
  for (let at = end - 1; at >= 0; at -= 1) {
    const key = node.keys[at] ?? '';
    if (key < from) return;
    yield [key, node.values[at] as V];
  }
}
