// Packages a template: builds local code, gives every local file a key made of its content, and writes the keys into the template. Nothing is uploaded here.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isArchive, zipOf } from './archive.ts';
import { buildCode, checkBuild } from './build-code.ts';
import type { BuildRequest, BuiltCode } from './build-request.ts';
import { isCode, isLayer, metadataOf, runtimeOf } from './code-properties.ts';
import type { DeployEvent } from './deploy-event.ts';
import { fingerprintOf, packedFiles } from './folder-files.ts';
import { hotFolder } from './hot-code.ts';
import { type LocalReference, localReferences } from './local-references.ts';
import { OutsideFolders, type WhyNotPacked } from './outside-folders.ts';
import { StackProblem } from './stack-problem.ts';
import { readTemplate, type TemplateDocument } from './template-document.ts';

export interface PackageOptions {
  /** The emulator's address, for the templates of nested stacks. */
  readonly url: string;
  readonly bucket: string;
  /** The prefix of keys, without a slash at its end. */
  readonly prefix: string;
  /** Folder for what is built, kept from one build to the next. */
  readonly cache: string;
  readonly build: boolean;
  /** Nothing is built or packed, only looked at: keys of code stand for what it will be. The problems are in `PackagedTemplate.problems`. */
  readonly isCheck?: boolean | undefined;
  /** The bucket that stands for folders of this machine; undefined: code is packed. */
  readonly hotBucket: string | undefined;
  /** Why files and folders outside of the template's folder are not packed. */
  readonly whyNot: WhyNotPacked | undefined;
  readonly see: (event: DeployEvent) => void;
}

export interface Artifact {
  readonly key: string;
  /** Templates and definitions are read with the deployment's plan, archives only when it is carried out. */
  readonly kind: 'archive' | 'file';
  /** Absolute path that it was made from. */
  readonly source: string;
  content(): Promise<Buffer>;
}

/** Code of a function or layer in the project. */
export interface CodeSource {
  /** Path of the root template, or of a nested one. */
  readonly template: string;
  readonly logicalId: string;
  readonly resourceType: string;
  /** Absolute path of the folder, or of the file. */
  readonly source: string;
  /** Functions take their code from this folder as it is. */
  readonly hotFolder: string | undefined;
  /** `esbuild`, `npm`, `pip`, `make`; undefined where it is packed as it is. */
  readonly builder: string | undefined;
}

export interface PackagedTemplate {
  readonly text: string;
  /** Each once. */
  readonly artifacts: readonly Artifact[];
  readonly code: readonly CodeSource[];
  /** Templates and definitions that were read: after a change of one of these the stack is to be deployed again. */
  readonly files: readonly string[];
  /** With `isCheck`: all that keeps the template from being packaged. */
  readonly problems: readonly StackProblem[];
  /** With `isCheck`: logical ids of what a tool will build. */
  readonly toBuild: readonly string[];
}

/** @throws StackProblem */
export async function packageTemplate(file: string, document: TemplateDocument, options: PackageOptions): Promise<PackagedTemplate> {
  const outside = new OutsideFolders({ folder: dirname(file), whyNot: options.whyNot, see: options.see });
  const packaging: Packaging = { options, outside, artifacts: new Map(), code: [], files: [], built: new Map(), problems: [], toBuild: [] };
  const text = await packaged(file, document, [file], packaging);
  const { artifacts, code, files, problems, toBuild } = packaging;
  return { text, artifacts: [...artifacts.values()], code, files: [...new Set(files)], problems, toBuild };
}

interface Packaging {
  readonly options: PackageOptions;
  readonly outside: OutsideFolders;
  readonly artifacts: Map<string, Artifact>;
  readonly code: CodeSource[];
  readonly files: string[];
  /** By sources and manner: functions of one folder are built once. */
  readonly built: Map<string, Promise<BuiltCode>>;
  readonly problems: StackProblem[];
  readonly toBuild: string[];
}

/** `above`: this template and the templates that nest it. */
async function packaged(file: string, document: TemplateDocument, above: readonly string[], packaging: Packaging): Promise<string> {
  packaging.files.push(file);
  const references = localReferences(document.content);
  const replacements = await inParallel(references, (reference) => {
    const replacement = () => replacementOf(reference, { file, document, above }, packaging);
    return packaging.options.isCheck === true ? checked(replacement, packaging) : replacement();
  });
  for (const [index, replacement] of replacements.entries())
    if (replacement !== undefined) document.set(references[index]!.path, replacement);
  return document.text();
}

/** Keeps a problem for the list of all. */
async function checked(replacement: () => Promise<Replacement>, { problems }: Packaging): Promise<Replacement> {
  try {
    return await replacement();
  } catch (error) {
    if (!(error instanceof StackProblem)) throw error;
    problems.push(error);
    return undefined;
  }
}

interface Inside {
  readonly file: string;
  readonly document: TemplateDocument;
  readonly above: readonly string[];
}

type Replacement = string | Readonly<Record<string, string>> | undefined;

async function replacementOf(reference: LocalReference, inside: Inside, packaging: Packaging): Promise<Replacement> {
  const { form, logicalId, property, value } = reference;
  const source = pathOf(value ?? '.', inside.file);
  if (!existsSync(source))
    throw new StackProblem(
      'package',
      `${property} of ${logicalId || 'the template'} names ${source}, which is not there.`,
      `It is ${value} in ${inside.file}.${similarName(source)}`,
    );
  const what = `${property} of ${logicalId || 'the template'}`;
  packaging.outside.check(source, what);
  if (form === 'template') return nestedTemplate(source, inside, packaging);
  if (isCode(reference)) return codeOf(reference, source, inside, packaging);
  if (packaging.options.isCheck === true && (reference.zipped || statSync(source).isDirectory())) return standIn(reference, packaging);
  if (statSync(source).isDirectory())
    return asWritten(reference, await folderArtifact({ source, parts: [{ folder: source, into: '' }], what }, packaging), packaging);
  if (reference.zipped) return asWritten(reference, await fileArchive(source, packaging), packaging);
  packaging.files.push(source);
  return asWritten(reference, fileArtifact(source, packaging), packaging);
}

/** Names that differ in case are one file on some machines, and two on others. */
function similarName(path: string): string {
  const folder = dirname(path);
  const name = basename(path).toLowerCase();
  const found = existsSync(folder) ? readdirSync(folder).find((each) => each.toLowerCase() === name) : undefined;
  return found === undefined ? '' : ` There is ${found}, which differs in case.`;
}

/** `file://…` as well; relative to the template. */
function pathOf(value: string, template: string): string {
  return resolve(dirname(template), value.startsWith('file:') ? fileURLToPath(value) : value);
}

function asWritten({ form }: LocalReference, key: string, { options: { bucket } }: Packaging): Replacement {
  return typeof form === 'object' ? { [form.bucket]: bucket, [form.key]: key } : `s3://${bucket}/${key}`;
}

/** A key for code that is not packed yet: a change set does not read it. */
const standIn = (reference: LocalReference, packaging: Packaging): Replacement =>
  asWritten(reference, `${packaging.options.prefix}/unpacked.zip`, packaging);

async function nestedTemplate(source: string, { above }: Inside, packaging: Packaging): Promise<string> {
  if (above.includes(source))
    throw new StackProblem('package', `${source} nests itself: ${[...above, source].map((each) => basename(each)).join(' → ')}.`);
  const text = await packaged(source, readTemplate(readFileSync(source, 'utf8'), source), [...above, source], packaging);
  const { url, bucket } = packaging.options;
  return `${url}/${bucket}/${textArtifact(text, source, packaging)}`;
}

async function codeOf(reference: LocalReference, source: string, { file, document }: Inside, packaging: Packaging): Promise<Replacement> {
  const { logicalId, property, resourceType } = reference;
  const { hotBucket, see } = packaging.options;
  const facts = { template: file, logicalId, resourceType, source };
  if (statSync(source).isFile()) {
    packaging.code.push({ ...facts, hotFolder: undefined, builder: undefined });
    return asWritten(reference, await fileArchive(source, packaging), packaging);
  }
  const metadata = metadataOf(reference);
  const runtime = runtimeOf(reference, document.content);
  const request: BuildRequest = {
    ...{ logicalId, source, metadata, runtime, isLayer: isLayer(reference) },
    cache: join(
      packaging.options.cache,
      `${basename(source)}-${shortHash(JSON.stringify([source, runtime, metadata, reference.resourceType]))}`,
    ),
    tell: (text) => see({ type: 'warning', text }),
  };
  if (packaging.options.isCheck === true) {
    if (packaging.options.build && hotBucket === undefined && checkBuild(request)) packaging.toBuild.push(logicalId);
    return standIn(reference, packaging);
  }
  const hot = hotBucket === undefined ? undefined : hotFolder(request);
  if (hot !== undefined && hotBucket !== undefined) {
    packaging.code.push({ ...facts, hotFolder: hot, builder: undefined });
    return typeof reference.form === 'object'
      ? { [reference.form.bucket]: hotBucket, [reference.form.key]: hot }
      : { Bucket: hotBucket, Key: hot };
  }
  const { parts, builder } = packaging.options.build
    ? await builtOnce(request, packaging)
    : { parts: [{ folder: source, into: '' }], builder: undefined };
  packaging.code.push({ ...facts, hotFolder: undefined, builder });
  const what = `A link in ${property} of ${logicalId}`;
  return asWritten(reference, await folderArtifact({ source, parts, what }, packaging), packaging);
}

function builtOnce(request: BuildRequest, { built, options: { see } }: Packaging): Promise<BuiltCode> {
  // Targets of make have the name of the resource.
  const key = request.metadata['BuildMethod'] === 'makefile' ? join(request.cache, request.logicalId) : request.cache;
  const before = built.get(key);
  if (before) return before;
  const startMs = performance.now();
  const building = buildCode({ ...request, cache: key }).then((code) => {
    if (code.builder !== undefined)
      see({ type: 'built', logicalId: request.logicalId, builder: code.builder, ms: Math.round(performance.now() - startMs) });
    return code;
  });
  built.set(key, building);
  return building;
}

interface PackedFolder {
  readonly source: string;
  readonly parts: BuiltCode['parts'];
  /** Names the links in it for people. */
  readonly what: string;
}

async function folderArtifact({ source, parts, what }: PackedFolder, packaging: Packaging): Promise<string> {
  const files = await packedFiles(parts, (link) => packaging.outside.checkLink(link, what));
  if (files.length === 0) throw new StackProblem('package', `${source} is empty: there is no code to deploy.`);
  const key = keyOf(await fingerprintOf(files), '.zip', packaging);
  return add({ key, kind: 'archive', source, content: () => zipOf(files) }, packaging);
}

/** A single file becomes an archive that holds it, unless it is an archive already (`.zip`, `.jar`). */
async function fileArchive(source: string, packaging: Packaging): Promise<string> {
  const bytes = readFileSync(source);
  if (isArchive(bytes))
    return add(
      { key: keyOf(hashOf(bytes), extname(source) || '.zip', packaging), kind: 'archive', source, content: async () => bytes },
      packaging,
    );
  const files = [{ name: basename(source), mode: 0o100644, source }];
  return add(
    { key: keyOf(await fingerprintOf(files), '.zip', packaging), kind: 'archive', source, content: () => zipOf(files) },
    packaging,
  );
}

function fileArtifact(source: string, packaging: Packaging): string {
  const bytes = readFileSync(source);
  return add({ key: keyOf(hashOf(bytes), extname(source), packaging), kind: 'file', source, content: async () => bytes }, packaging);
}

function textArtifact(text: string, source: string, packaging: Packaging): string {
  const bytes = Buffer.from(text);
  return add({ key: keyOf(hashOf(bytes), '.template', packaging), kind: 'file', source, content: async () => bytes }, packaging);
}

function add(artifact: Artifact, { artifacts }: Packaging): string {
  artifacts.set(artifact.key, artifact);
  return artifact.key;
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 32);
const shortHash = (text: string): string => hashOf(Buffer.from(text)).slice(0, 12);
const keyOf = (hash: string, extension: string, { options: { prefix } }: Packaging): string => `${prefix}/${hash}${extension}`;

/** As many at once as there are processors, so that installations do not fight for them. In the order of the items. */
async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const rest = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = rest.shift(); next; next = rest.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}
