// The changelog when a version is released. Pure.

const UNRELEASED = /^## (\S+) \(unreleased\)$/m;

/** The section that is not released gets its version and date. @throws Error where there is none */
export function datedChangelog(text: string, version: string, date: string): string {
  if (!UNRELEASED.test(text)) throw new Error('CHANGELOG.md has no section `## <version> (unreleased)`.');
  return text.replace(UNRELEASED, `## ${version} (${date})`);
}
