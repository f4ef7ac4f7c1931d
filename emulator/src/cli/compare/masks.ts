// Replaces what a published recording must not hold: account numbers, addresses, keys, tokens, and values that the models call sensitive.
import type { SideFacts } from './same-values.ts';

const MIN_SECRET = 4;
const KEY_ID = /\b(?:AKIA|ASIA|AIDA|AROA)[A-Z0-9]{12,}\b/g;
/** Other accounts, where text has them as in ARNs. */
const ACCOUNT_IN_ARN = /(arn:aws[\w-]*:[^:\s"]*:[^:\s"]*:)(\d{12})(?=:)/g;
const EMAIL = /\b[\w.+-]+@[\w-]+\.[\w.]+\b/g;

export class Masks {
  readonly #facts: SideFacts;
  readonly #secrets = new Map<string, string>();
  readonly #accounts = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly #mails = new Map<string, string>();
  #own = 0;

  constructor(facts: SideFacts) {
    this.#facts = facts;
  }

  /** `member` names what holds it. */
  addSecret(member: string, value: string): void {
    if (value.length >= MIN_SECRET && !this.#secrets.has(value)) this.#secrets.set(value, `secret-${this.#secrets.size + 1}-of-${member}`);
  }

  isSecret(text: string): boolean {
    return this.#secrets.has(text);
  }

  applied(text: string): string {
    let masked = text;
    for (const [secret, name] of [...this.#secrets].sort(([a], [b]) => b.length - a.length)) masked = masked.replaceAll(secret, name);
    for (const origin of this.#facts.origins) masked = masked.replaceAll(origin, '{endpoint}');
    const { account } = this.#facts;
    if (account !== '' && masked.includes(account)) {
      this.#own++;
      masked = masked.replaceAll(account, '{account}');
    }
    return masked
      .replaceAll(
        ACCOUNT_IN_ARN,
        (_, before: string, other: string) => before + numbered(this.#accounts, other, (n) => String(n).repeat(12).slice(0, 12)),
      )
      .replaceAll(KEY_ID, (key) => numbered(this.#keys, key, (n) => `key-${n}`))
      .replaceAll(EMAIL, (mail) => numbered(this.#mails, mail, (n) => `person-${n}@example.com`));
  }

  /** The replacements, without the values. */
  told(): string[] {
    return [
      ...(this.#own > 0 ? [`your account number (in ${this.#own} texts)`] : []),
      ...(this.#accounts.size > 0 ? [`numbers of ${this.#accounts.size} other accounts`] : []),
      ...[...this.#secrets.values()].map((name) => `a value that its service calls sensitive: ${name}`),
      ...(this.#keys.size > 0 ? [`${this.#keys.size} ids of keys and users`] : []),
      ...(this.#mails.size > 0 ? [`${this.#mails.size} mail addresses`] : []),
    ];
  }
}

function numbered(known: Map<string, string>, text: string, name: (n: number) => string): string {
  const found = known.get(text) ?? name(known.size + 1);
  known.set(text, found);
  return found;
}
