// Finds, for each function of a cloud assembly (`cdk.out`), the folder or the source file that its asset was made from.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { bundleSource } from './bundle-source.ts';
import { copiedFolder } from './copied-folder.ts';

export interface FunctionSource {
  /** The stack's name; of a function in a nested stack, that of the outermost one. */
  readonly stack: string;
  /** In the template that declares the function. */
  readonly logicalId: string;
  /** `Shop/Orders` */
  readonly path: string;
  readonly functionName?: string;
  readonly runtime?: string;
  /** Code as hot reload takes it: an absolute folder, and a handler in it. */
  readonly code?: { readonly folder: string; readonly handler: string };
  /** Why there is no `code`, as one sentence. */
  readonly reason?: string;
}

interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly Metadata?: Readonly<Record<string, unknown>>;
}

interface Manifest {
  readonly artifacts?: Readonly<
    Record<string, { type: string; properties?: { templateFile?: string; stackName?: string; directoryName?: string } }>
  >;
}

/** `assembly`: the folder with `manifest.json`. `project`: the folder of `cdk.json`. Empty without an assembly. */
export function functionSources(assembly: string, project: string): readonly FunctionSource[] {
  const manifest = json<Manifest>(join(assembly, 'manifest.json'));
  return Object.entries(manifest?.artifacts ?? {}).flatMap(([id, { type, properties = {} }]) => {
    const { templateFile, stackName = id, directoryName } = properties;
    if (type === 'cdk:cloud-assembly' && directoryName) return functionSources(join(assembly, directoryName), project);
    if (type !== 'aws:cloudformation:stack' || !templateFile) return [];
    return inTemplate(templateFile, { assembly, project, stack: stackName });
  });
}

interface StackFiles {
  readonly assembly: string;
  readonly project: string;
  readonly stack: string;
}

function inTemplate(file: string, files: StackFiles): readonly FunctionSource[] {
  const template = json<{ Resources?: Readonly<Record<string, Resource>> }>(join(files.assembly, file));
  return Object.entries(template?.Resources ?? {}).flatMap(([logicalId, resource]) => {
    const asset = resource.Metadata?.['aws:asset:path'];
    if (resource.Type === 'AWS::CloudFormation::Stack') return typeof asset === 'string' ? inTemplate(asset, files) : [];
    return resource.Type === 'AWS::Lambda::Function' ? [sourceOf(logicalId, resource, files)] : [];
  });
}

function sourceOf(logicalId: string, { Properties = {}, Metadata = {} }: Resource, files: StackFiles): FunctionSource {
  const { FunctionName, Runtime } = Properties;
  const path = text(Metadata['aws:cdk:path'])?.replace(/\/Resource$/, '') ?? logicalId;
  return {
    ...{ stack: files.stack, logicalId, path },
    ...(typeof FunctionName === 'string' && { functionName: FunctionName }),
    ...(typeof Runtime === 'string' && { runtime: Runtime }),
    ...codeOf({ path, Properties, Metadata }, files),
  };
}

function codeOf(
  { path, Properties, Metadata }: { path: string } & Required<Pick<Resource, 'Properties' | 'Metadata'>>,
  { assembly, project }: StackFiles,
): Pick<FunctionSource, 'code' | 'reason'> {
  const asset = text(Metadata['aws:asset:path']);
  const handler = text(Properties['Handler']);
  if (asset === undefined || handler === undefined || text(Metadata['aws:asset:property']) !== 'Code')
    return { reason: 'Its code is no asset of a folder.' };
  const copy = resolve(assembly, asset);
  if (extname(copy) === '.zip' || extname(copy) === '.jar') return { reason: 'Its code is an archive.' };
  // Without staging the asset is the folder itself.
  if (!basename(copy).startsWith('asset.')) return { code: { folder: copy, handler } };
  if (Metadata['aws:asset:is-bundled'] === true) {
    const source = bundleSource(copy, { project, handler, name: basename(path) });
    if (source === undefined)
      return { reason: 'The bundle does not tell its source: `sourceMap: true` in its bundling options makes it tell.' };
    if (!/\.[cm]?tsx?$/.test(source)) return { reason: `It is bundled from ${source}, and hot reload bundles TypeScript alone.` };
    const file = basename(source).replace(/\.[^.]*$/, '');
    return { code: { folder: dirname(source), handler: `${file}${extname(handler)}` } };
  }
  const folder = copiedFolder(copy, { project, without: assembly });
  return folder === undefined
    ? { reason: 'No folder of the project, or more than one, has the files of its asset.' }
    : { code: { folder, handler } };
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const json = <T>(path: string): T | undefined => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined);
