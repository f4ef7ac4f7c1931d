// Functions that are a container image: the rules for their members, and their part of answers. Pure.
import type { Frozen } from '#core/records';
import type { FunctionCode, FunctionCodeLocation, FunctionConfiguration, ImageConfig } from '#model/lambda';
import { invalidParameter } from '#services/lambda/faults';
import type { ImageUse, Settings } from '#services/lambda/state';

interface ImageRequest {
  readonly PackageType?: string | undefined;
  readonly Runtime?: string | undefined;
  readonly Handler?: string | undefined;
  readonly Layers?: readonly string[] | undefined;
  readonly ImageConfig?: ImageConfig | undefined;
  readonly Code?: FunctionCode | undefined;
}

/** Limit: characters of the working directory of an image. */
const MAX_DIRECTORY_LENGTH = 1000;
/** `host/path/name:tag@digest`. Only the name is required. */
const REFERENCE = /^(?:[\w.-]+(?::\d+)?\/)?[a-z0-9]+(?:[._/-]+[a-z0-9]+)*(?::[\w][\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/;

/** Checks the members that a new function of this package type needs, and the members that it must not have. @throws Fault */
export function checkPackage(input: ImageRequest): void {
  if (input.PackageType !== 'Image') {
    if (isGiven(input.ImageConfig)) throw invalidParameter('ImageConfig is not supported for functions with packageType Zip.');
    if (!input.Runtime || !input.Handler)
      throw invalidParameter('Runtime and Handler are mandatory parameters for functions created with deployment packages.');
    return;
  }
  if (input.Runtime || input.Handler || (input.Layers ?? []).length > 0)
    throw invalidParameter("Please don't provide Handler or Runtime or Layer when the intended function PackageType is Image.");
  const { ImageUri, ZipFile, S3Bucket, S3Key } = input.Code ?? {};
  if (!ImageUri || ZipFile !== undefined || S3Bucket !== undefined || S3Key !== undefined)
    throw invalidParameter('Please provide ImageUri when creating a function with packageType Image.');
  checkReference(ImageUri);
}

/** Refuses members of a configuration update that do not fit the function's package type. @throws Fault */
export function checkPackageChange({ image }: Frozen<Settings>, input: ImageRequest): void {
  if (!image) {
    if (isGiven(input.ImageConfig)) throw invalidParameter('ImageConfig is not supported for functions with packageType Zip.');
    return;
  }
  if (input.Runtime || input.Handler || (input.Layers ?? []).length > 0)
    throw invalidParameter("Please don't provide Handler or Runtime or Layer when the intended function PackageType is Image.");
}

/** The new image of a function, undefined if its code is a zip. @throws Fault */
export function changedImage({ image }: Frozen<Settings>, code: FunctionCode): Frozen<ImageUse> | undefined {
  if (!image) {
    if (code.ImageUri !== undefined) throw invalidParameter("Please don't provide ImageUri when updating a function with packageType Zip.");
    return undefined;
  }
  if (!code.ImageUri || code.ZipFile !== undefined || code.S3Bucket !== undefined || code.S3Key !== undefined)
    throw invalidParameter('Please provide ImageUri when updating a function with packageType Image.');
  checkReference(code.ImageUri);
  const { id: _, digest: __, ...rest } = image;
  return { ...rest, uri: code.ImageUri };
}

function checkReference(uri: string): void {
  if (!REFERENCE.test(uri)) throw invalidParameter(`Source image ${uri} is not valid. Provide a valid source image.`);
}

const isGiven = (config: ImageConfig | undefined): boolean => config !== undefined && Object.keys(config).length > 0;

/** A configuration replaces the previous one. An empty one removes it. */
export function withConfig(image: Frozen<ImageUse>, config: ImageConfig | undefined): Frozen<ImageUse> {
  if (!config) return image;
  const { EntryPoint = [], Command = [], WorkingDirectory = '' } = config;
  if (WorkingDirectory.length > MAX_DIRECTORY_LENGTH) throw invalidParameter('The working directory is too long.');
  const { entryPoint: _, command: __, workingDirectory: ___, ...rest } = image;
  return {
    ...rest,
    ...(EntryPoint.length > 0 && { entryPoint: EntryPoint }),
    ...(Command.length > 0 && { command: Command }),
    ...(WorkingDirectory !== '' && { workingDirectory: WorkingDirectory }),
  };
}

/** Empty if nothing is overridden. */
export function imageConfigOf({ entryPoint, command, workingDirectory }: Frozen<ImageUse>): FunctionConfiguration {
  if (!entryPoint && !command && !workingDirectory) return {};
  return { ImageConfigResponse: { ImageConfig: { EntryPoint: entryPoint, Command: command, WorkingDirectory: workingDirectory } } };
}

/** The image name as the client gave it, and its digest once the engine has resolved it. */
export function imageLocation({ uri, digest }: Frozen<ImageUse>): FunctionCodeLocation {
  const name = uri.replace(/@.*$/, '').replace(/:[^:/]*$/, '');
  return { RepositoryType: 'ECR', ImageUri: uri, ...(digest && { ResolvedImageUri: `${name}@${digest}` }) };
}
