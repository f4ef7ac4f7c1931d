// Finds the image that runs a function: the image of its runtime, or the image that the function names.

import type { ImageInspectInfo } from 'dockerode';
import type { FunctionVersion, ImageOverrides, KnownImage } from '#containers/container-runtime';
import type { ImageMapping } from '#containers/dialled-in/image-names';
import { platformOf } from '#containers/dialled-in/image-names';
import type { Images } from './images.ts';

export interface FunctionImage {
  /** The name passed to the engine. */
  readonly name: string;
  readonly info: ImageInspectInfo;
}

export interface ImageChoice {
  readonly images: Images;
  readonly mapping: ImageMapping;
  /** `--platform` of the flags; undefined: the function's own architecture. */
  readonly platform: string | undefined;
  readonly ignoreArchitecture: boolean;
}

/** Registry hosts in answers of the emulated registry service; nothing listens there. */
const EMULATED_REGISTRY = /^(?:\d{12}\.dkr\.ecr\.[a-z0-9-]+\.)?(?:[a-z0-9.-]+\.)?localhost(?:\.localstack\.cloud)?(?::\d+)?$/;
const ECR_REGISTRY = /^\d{12}\.dkr\.ecr\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/;

/** Pulls the image where it is missing. @throws Error whose message suits StateReason */
export async function imageOf(fn: FunctionVersion, choice: ImageChoice): Promise<FunctionImage> {
  const found = fn.packageType === 'Image' ? await ownImage(fn, choice) : await runtimeImage(fn, choice);
  const wanted = fn.architecture === 'arm64' ? 'arm64' : 'amd64';
  if (found.info.Architecture !== wanted && !choice.ignoreArchitecture)
    throw new Error(
      `The image ${found.name} is for ${found.info.Architecture}, but the function's architecture is ${fn.architecture} (${wanted}).`,
    );
  return found;
}

async function runtimeImage(fn: FunctionVersion, { images, mapping, ...choice }: ImageChoice): Promise<FunctionImage> {
  const name = mapping(fn.runtime ?? '');
  if (name === undefined)
    throw new Error(`No image is known for the runtime '${fn.runtime ?? ''}': FUNCTION_RUNTIME_IMAGE_MAPPING may name one.`);
  return { name, info: await had(images, name, platformFor(fn, choice), `The image ${name} of the runtime ${fn.runtime}`) };
}

const platformFor = (fn: FunctionVersion, { platform, ignoreArchitecture }: Omit<ImageChoice, 'images' | 'mapping'>): string | undefined =>
  ignoreArchitecture ? undefined : (platform ?? platformOf(fn.architecture));

/** The image under that name, else the image that the name meant before, else a local one without the registry's name. */
async function ownImage(fn: FunctionVersion, { images, ...choice }: ImageChoice): Promise<FunctionImage> {
  const { imageUri: uri = '', imageId } = fn;
  if (imageId !== undefined) {
    const info = await images.here(imageId);
    if (info) return { name: imageId, info };
    throw new Error(
      `The image that ${uri} was when the function was updated (${imageId}) is not on the container engine any more: update the function's code.`,
    );
  }
  const names = localNames(uri);
  for (const name of names) {
    const info = await images.here(name);
    if (info) return { name, info };
  }
  const [registry = ''] = uri.split('/', 1);
  if (EMULATED_REGISTRY.test(registry))
    throw new Error(
      `The image ${uri} is not on the container engine (looked for ${names.join(', ')}). The emulated registry keeps records only: build or tag the image under one of these names.`,
    );
  return { name: uri, info: await had(images, uri, platformFor(fn, choice), `The image ${uri}`) };
}

/** The name itself, and for a registry of the cloud or the emulator also the name without the registry, as it was built. Pure. */
export function localNames(uri: string): readonly string[] {
  const [registry = '', ...path] = uri.split('/');
  if (path.length === 0 || !(EMULATED_REGISTRY.test(registry) || ECR_REGISTRY.test(registry))) return [uri];
  return [uri, path.join('/')];
}

async function had(images: Images, name: string, platform: string | undefined, what: string): Promise<ImageInspectInfo> {
  try {
    return await images.have(name, platform);
  } catch (cause) {
    throw new Error(`${what} is not here and could not be pulled: ${(cause as Error).message}`, { cause });
  }
}

/** Identifies the function's image from now on, even if its name means another one later. Pure. */
export function known({ Id, RepoDigests = [] }: ImageInspectInfo): KnownImage {
  const [, digest] = RepoDigests[0]?.split('@') ?? [];
  return { id: Id, digest: digest ?? Id };
}

/** The image's command and working directory, each unless the function overrides it. Pure. */
export function ownCommand({ Config }: ImageInspectInfo, { entryPoint, command, workingDirectory }: ImageOverrides = {}) {
  const entry = typeof Config.Entrypoint === 'string' ? [Config.Entrypoint] : (Config.Entrypoint ?? []);
  return {
    imageCommand: [...(entryPoint ?? entry), ...(command ?? Config.Cmd ?? [])],
    imageDirectory: workingDirectory ?? Config.WorkingDir,
  };
}
