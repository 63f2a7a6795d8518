/** Units: `size` in bytes, of a write only. */
export interface PendingOperation {
  readonly kind: 'write' | 'truncate' | 'name' | 'unname' | 'rename';
  readonly path: string;
  readonly size: number;
}

export type Survival = 'lost' | 'kept' | 'zeros' | { readonly prefix: number };

export interface FileNode {
  readonly kind: 'file';
  base: Uint8Array;
  live: Uint8Array;
  changes: DataChange[];
}
export interface FolderNode {
  readonly kind: 'folder';
  base: Map<string, Node>;
  live: Map<string, Node>;
  changes: NameChange[];
}
export type Node = FileNode | FolderNode;

export interface Change extends PendingOperation {
  readonly serial: number;
  state: 'pending' | 'durable' | 'doomed';
}
export interface DataChange extends Change {
  readonly apply: (base: Uint8Array, survival: Survival) => Uint8Array;
}
interface NameChange extends Change {
  readonly apply: (names: Map<string, Node>) => void;
}

export interface Disk {
  readonly top: FolderNode;
  serial: number;
}

export function newFolder(): FolderNode {
  const names = new Map<string, Node>();
  return { kind: 'folder', base: names, live: names, changes: [] };
}

/** Base and live are one map until the first change after a crash or a creation. */
export function liveOf(folder: FolderNode): Map<string, Node> {
  if (folder.live === folder.base) folder.live = new Map(folder.base);
  return folder.live;
}

/** Makes what is pending durable, or, when the sync fails, never durable (C3). */
export function settle(node: Node, fails: Error | undefined): void {
  for (const change of node.changes) {
    if (change.state === 'pending') change.state = fails ? 'doomed' : 'durable';
  }
  if (fails) throw fails;
  if (node.changes.some((change) => change.state !== 'durable')) return;
  node.changes = [];
  if (node.kind === 'file') node.base = node.live;
  else node.base = new Map(node.live);
}

/** All nodes that any name, old or new, leads to. */
function nodesOf(disk: Disk): Set<Node> {
  const found = new Set<Node>([disk.top]);
  for (const node of found) {
    if (node.kind === 'file') continue;
    // Names that came and went before the crash are in the changes only.
    const seen = new Map([...node.base].map(([name, target]) => [name, target]));
    for (const target of [...seen.values(), ...node.live.values()]) found.add(target);
    for (const change of node.changes) {
      change.apply(seen);
      for (const target of seen.values()) found.add(target);
    }
  }
  return found;
}

export function pendingOf(disk: Disk): readonly Change[] {
  return [...nodesOf(disk)]
    .flatMap((node): readonly Change[] => node.changes)
    .filter((change) => change.state !== 'durable')
    .sort((a, b) => a.serial - b.serial);
}

export function survivorOf(disk: Disk, choose: (operation: PendingOperation) => Survival): FolderNode {
  const chosen = new Map(pendingOf(disk).map((change) => [change.serial, choose(change)]));
  const survivalOf = (change: Change): Survival => chosen.get(change.serial) ?? 'kept';
  const copies = new Map<Node, Node>();
  const copy = (node: Node): Node => {
    const known = copies.get(node);
    if (known) return known;
    const made = node.kind === 'file' ? copyFile(node, survivalOf) : newFolder();
    copies.set(node, made);
    if (node.kind === 'folder' && made.kind === 'folder') {
      const names = new Map(node.base);
      for (const change of node.changes) if (survivalOf(change) !== 'lost') change.apply(names);
      for (const [name, target] of names) made.base.set(name, copy(target));
    }
    return made;
  };
  const top = copy(disk.top);
  if (top.kind !== 'folder') throw new Error('the top is a folder');
  return top;
}

function copyFile(node: FileNode, survivalOf: (change: Change) => Survival): FileNode {
  let base = node.base;
  for (const change of node.changes) {
    const survival = survivalOf(change);
    if (survival !== 'lost') base = change.apply(base, survival);
  }
  return { kind: 'file', base, live: base, changes: [] };
}

export function writing(at: number, bytes: Uint8Array): DataChange['apply'] {
  return (base, survival) => {
    const kept = typeof survival === 'object' ? bytes.subarray(0, survival.prefix) : bytes;
    const next = resized(base, Math.max(base.length, at + kept.length));
    next.set(survival === 'zeros' ? new Uint8Array(kept.length) : kept, at);
    return next;
  };
}

export function resized(bytes: Uint8Array, size: number): Uint8Array {
  const next = new Uint8Array(size);
  next.set(bytes.subarray(0, size));
  return next;
}

export function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}

export function find(disk: Disk, path: string): Node | undefined {
  let node: Node | undefined = disk.top;
  for (const part of partsOf(path)) node = node?.kind === 'folder' ? node.live.get(part) : undefined;
  return node;
}

export function nodeAt(disk: Disk, path: string): Node {
  const found = find(disk, path);
  if (!found) throw systemError('ENOENT');
  return found;
}

export function fileAt(disk: Disk, path: string): FileNode {
  const found = nodeAt(disk, path);
  if (found.kind !== 'file') throw systemError('EISDIR');
  return found;
}

export function folderAt(disk: Disk, path: string): FolderNode {
  const found = nodeAt(disk, path);
  if (found.kind !== 'folder') throw systemError('ENOTDIR');
  return found;
}

export function filesIn(folder: FolderNode, path: string): [string, string][] {
  return [...folder.live].flatMap(([name, node]): [string, string][] =>
    node.kind === 'folder'
      ? filesIn(node, `${path}/${name}`)
      : [[`${path}/${name}`, Buffer.from(node.live).toString('latin1')]],
  );
}

export function systemError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: as the test asked for`), { code });
}
