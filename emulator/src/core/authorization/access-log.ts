// The accesses of identities: each with how often, when, and whether it is allowed. `emulator policy` makes policies of it.
import type { StatementPlace } from '#core/policy/compiled-policies';
import type { Judged } from './judge.ts';
import type { Access } from './needed-access.ts';
import { nameOf } from './wording.ts';

export interface UsedAccess extends Access {
  readonly count: number;
  /** Calls that the present policies did not allow. */
  readonly denied: number;
  /** The last call was one of them. */
  readonly isDenied: boolean;
  /** The statement that decided the last call: `statement 1 of arn:…:policy/read`. Undefined where none did. */
  readonly decidedBy?: string | undefined;
  /** Milliseconds since 1970. */
  readonly firstMs: number;
  readonly lastMs: number;
}

type Used = { -readonly [K in keyof Omit<UsedAccess, 'decidedBy'>]: UsedAccess[K] } & {
  by: StatementPlace | undefined;
  /** The policies by which `isDenied` was found have not changed since. */
  isCurrent: boolean;
};

/** Identities that are remembered; the oldest are forgotten. */
const MAX_IDENTITIES = 500;
/** Accesses of one identity that are remembered; others of the same action are then counted for `*`. */
const MAX_ACCESSES = 2000;

export class AccessLog {
  readonly #used = new Map<string, Map<string, Used>>();

  /** Counts an access whose decision is known and still holds; false where it must be judged (and noted). */
  repeat(identityArn: string, access: Access, nowMs: number): boolean {
    const entry = this.#used.get(identityArn)?.get(keyOf(access));
    if (!entry?.isCurrent) return false;
    entry.count++;
    entry.lastMs = nowMs;
    if (entry.isDenied) entry.denied++;
    return true;
  }

  /** Policies have changed: decisions are no longer known. */
  outdate(): void {
    for (const used of this.#used.values()) for (const entry of used.values()) entry.isCurrent = false;
  }

  note(identityArn: string | undefined, access: Access, { allowed, by }: Pick<Judged, 'allowed' | 'by'>, nowMs: number): void {
    if (identityArn === undefined) return;
    const used = this.#of(identityArn);
    const key = keyOf(access);
    const entry = used.get(key) ?? this.#add(used, key, access, nowMs);
    entry.count++;
    entry.lastMs = nowMs;
    entry.isDenied = !allowed;
    entry.by = by;
    entry.isCurrent = true;
    if (!allowed) entry.denied++;
  }

  #of(identityArn: string): Map<string, Used> {
    const known = this.#used.get(identityArn);
    if (known) return known;
    const made = new Map<string, Used>();
    if (this.#used.size >= MAX_IDENTITIES) this.#used.delete(this.#used.keys().next().value!);
    this.#used.set(identityArn, made);
    return made;
  }

  #add(used: Map<string, Used>, key: string, access: Access, nowMs: number): Used {
    if (used.size >= MAX_ACCESSES && access.resource !== '*') {
      const wide = { ...access, resource: '*' };
      const wideKey = keyOf(wide);
      return used.get(wideKey) ?? this.#add(used, wideKey, wide, nowMs);
    }
    const made = { ...access, count: 0, denied: 0, isDenied: false, by: undefined, isCurrent: true, firstMs: nowMs, lastMs: nowMs };
    used.set(key, made);
    return made;
  }

  /** By identity; those used since then. */
  list(identityArn?: string, sinceMs = 0): { readonly identity: string; readonly accesses: readonly UsedAccess[] }[] {
    const chosen = identityArn === undefined ? [...this.#used] : [[identityArn, this.#used.get(identityArn)] as const];
    return chosen.flatMap(([identity, used]) => {
      const accesses = [...(used?.values() ?? [])]
        .filter(({ lastMs }) => lastMs >= sinceMs)
        .map(({ isCurrent: _, by, ...access }) => ({ ...access, ...(by && { decidedBy: `${nameOf(by.statement)} of ${by.source}` }) }));
      return accesses.length === 0 ? [] : [{ identity, accesses }];
    });
  }

  clear(): void {
    this.#used.clear();
  }
}

const keyOf = ({ action, resource, passedTo = '' }: Access): string => `${action}\n${resource}\n${passedTo}`;
