// Resolves symbolic links in an archive, so that none leads out of the folder. Pure.

/** Limit: links in one path of an archive. Linux follows no more. */
const MAX_HOPS = 40;
/** Limit: bytes of the target of a link in an archive. Linux accepts no longer one. */
export const MAX_TARGET_BYTES = 4095;
/** Segments walked for all links of an archive together. Real archives need about ten per link. */
const MAX_STEPS = 1_000_000;

/** A folder or link of the archive. Plain files have no node. */
interface LinkNode {
  readonly children: Map<string, LinkNode>;
  target: string | undefined;
}

/**
 * The first link that leads out of the folder (also through other links), never ends, or has a target that no file system accepts.
 * `links` maps paths to targets. Undefined if all links stay inside. Walks a million segments at most: beyond that, the link it has reached
 * is refused.
 */
export function linkThatLeaves(links: ReadonlyMap<string, string>): string | undefined {
  const root = treeOf(links);
  let steps = 0;
  const follow = (path: string): boolean => {
    const todo = segmentsOf(path).reverse();
    // The nodes on the path from the root. Undefined for a folder that contains no links.
    const at: (LinkNode | undefined)[] = [];
    let hops = 0;
    for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
      if (++steps > MAX_STEPS) return false;
      if (part === '' || part === '.') continue;
      if (part === '..') {
        if (at.length === 0) return false;
        at.pop();
        continue;
      }
      const here = at.length === 0 ? root : at.at(-1);
      const node = here?.children.get(part);
      const target = node?.target;
      if (target === undefined) {
        at.push(node);
        continue;
      }
      if (target.startsWith('/') || ++hops > MAX_HOPS) return false;
      const segments = segmentsOf(target);
      for (let index = segments.length - 1; index >= 0; index--) todo.push(segments[index]!);
    }
    return true;
  };
  for (const [path, target] of links) if (Buffer.byteLength(target) > MAX_TARGET_BYTES || !follow(path)) return path;
  return undefined;
}

const segmentsOf = (path: string): string[] => path.split('/');

function treeOf(links: ReadonlyMap<string, string>): LinkNode {
  const root: LinkNode = { children: new Map(), target: undefined };
  for (const [path, target] of links) {
    let node = root;
    for (const part of segmentsOf(path)) {
      let next = node.children.get(part);
      if (!next) node.children.set(part, (next = { children: new Map(), target: undefined }));
      node = next;
    }
    node.target = target;
  }
  return root;
}
