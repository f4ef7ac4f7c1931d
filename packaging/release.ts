// `npm run release -- 0.2.0`: gives the packages that version, dates the section of the changelog, and makes the commit and its tag. Publishes nothing: the tag makes the workflow do so.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { datedChangelog } from './changelog.ts';
import { NAMES, PUBLISHED, publishedManifest } from './names.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VERSION = /^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/;

const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();

function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}

const [version = '', flag] = process.argv.slice(2);
const isDry = flag === '--dry-run';
if (!VERSION.test(version)) refuse('Name the version: npm run release -- 0.2.0 [--dry-run]');
if (!isDry && git('status', '--porcelain') !== '') refuse('There are changes that are not committed.');
if (!isDry && NAMES.repository === '')
  refuse('Name the repository in packaging/names.json: packages with provenance are refused without it.');
if (git('tag', '--list', `v${version}`) !== '') refuse(`There is a tag v${version} already.`);

const changed = new Map<string, string>();
for (const folder of Object.keys(PUBLISHED) as (keyof typeof PUBLISHED)[]) {
  const path = `${folder}/package.json`;
  const manifest = JSON.parse(readFileSync(`${ROOT}${path}`, 'utf8')) as { name: string; version: string };
  changed.set(path, `${JSON.stringify(publishedManifest(manifest, folder, version), undefined, 2)}\n`);
}
changed.set('CHANGELOG.md', datedChangelog(readFileSync(`${ROOT}CHANGELOG.md`, 'utf8'), version, new Date().toISOString().slice(0, 10)));

if (isDry) console.log(`would change ${[...changed.keys(), 'package-lock.json'].join(', ')}, commit and tag v${version}`);
else {
  for (const [path, text] of changed) writeFileSync(`${ROOT}${path}`, text);
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: ROOT, stdio: 'inherit' });
  git('commit', '--all', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Release ${version}`);
  console.log(`Tagged v${version}. To publish: git push --follow-tags.`);
}
