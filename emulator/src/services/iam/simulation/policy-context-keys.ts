// Collects the condition keys that policies refer to. Pure.
import type { PolicyDocument } from '#core/policy/policy-document';

/** Keys of conditions and of `${variables}`, each once, in order of appearance. */
export function contextKeysOf(documents: readonly PolicyDocument[]): string[] {
  const keys = new Map<string, string>();
  const note = (key: string) => keys.has(key.toLowerCase()) || keys.set(key.toLowerCase(), key);
  for (const { statements, version } of documents) {
    for (const { conditions, resource } of statements) {
      for (const { key } of conditions) note(key);
      if (version !== '2012-10-17') continue;
      const texts = [...(resource?.values ?? []), ...conditions.flatMap(({ values }) => values)];
      for (const text of texts) for (const [, name = ''] of text.matchAll(/\$\{([^*?$},]+)[^}]*\}/g)) note(name.trim());
    }
  }
  return [...keys.values()];
}
