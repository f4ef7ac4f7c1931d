// The body of a request that is sent again: with another input, and with names and ids of its own where a service takes each but once.
import type { Replaying } from '#core/service';

type Path = readonly (string | number)[];

/** Reads and writes the members of a body, by their names on the wire. */
interface Members {
  get(path: Path): unknown;
  set(path: Path, value: string): void;
  text(): string;
}

/**
 * `given`: the whole body, or what its input shall be, for operations whose input has a member of its own. `newId`: answers another id each time.
 */
export function replayedBody(
  sent: { readonly body: Uint8Array; readonly contentType: string },
  given: string | undefined,
  { input, once }: Replaying,
  newId: () => string,
): string | Uint8Array {
  const before = membersOf(Buffer.from(sent.body).toString(), sent.contentType);
  if (!before) return given ?? sent.body;
  let members: Members = before;
  if (given !== undefined) {
    const whole = membersOf(given, sent.contentType);
    if (whole && whole.get(input) !== undefined) members = whole;
    else if (before.get(input) === undefined) return given;
    else members.set(input, given);
  }
  const name = once && members.get([once]);
  const isAgain = name !== undefined && (members === before || name === before.get([once!]));
  if (isAgain) members.set([once!], newId());
  return given === undefined && !isAgain ? sent.body : members.text();
}

/** Undefined for bodies of other types, and for bodies that cannot be read. */
function membersOf(text: string, contentType: string): Members | undefined {
  if (/json/.test(contentType)) return jsonMembers(text);
  return /x-www-form-urlencoded/.test(contentType) ? formMembers(text) : undefined;
}

function jsonMembers(text: string): Members | undefined {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return undefined;
  }
  const at = (path: Path): unknown =>
    path.reduce<unknown>((value, key) => {
      const isHeld = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
      return isHeld ? (value as Record<string, unknown>)[key] : undefined;
    }, root);
  return {
    get: at,
    set: (path, value) => {
      (at(path.slice(0, -1)) as Record<string, unknown>)[path.at(-1)!] = value;
    },
    text: () => JSON.stringify(root),
  };
}

function formMembers(text: string): Members {
  const form = new URLSearchParams(text);
  return {
    get: (path) => form.get(path.join('.')) ?? undefined,
    set: (path, value) => form.set(path.join('.'), value),
    text: () => form.toString(),
  };
}
