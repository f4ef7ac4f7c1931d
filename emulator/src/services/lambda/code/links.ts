// Symbolic links in an archive: where each leads in the end, so that none leads out of the folder. Pure.

/** Linux follows no more links in one path, and takes no longer target. */
const MAX_HOPS = 40;
export const MAX_TARGET_BYTES = 4095;
/** Segments walked for all links of one archive together; real archives need some ten for each link. */
const MAX_STEPS = 1_000_000;

/** A folder or link of the archive; plain files are absent. */
interface LinkNode {
  readonly children: Map<string, LinkNode>;
  target: string | undefined;
}

/**
 * The first link that leads out of the folder (through whatever other links), never ends, or has a target that no file system takes.
 * `links` maps paths to targets. Undefined where all stay inside. Costs a million segments at most: an archive that needs more is refused by the link reached.
 */
export function linkThatLeaves(links: ReadonlyMap<string, string>): string | undefined {
  const root = treeOf(links);
  let steps = 0;
  const follow = (path: string): boolean => {
    const todo = segmentsOf(path).reverse();
    // What is below the root; undefined where no link lies below.
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
