// For CDK apps: whether this synthesis is for the emulator, and function code that is a folder of this machine there and an asset everywhere else.
// One file without others, because apps load it as it was compiled.
import { resolve } from 'node:path';
import type { CfnResource } from 'aws-cdk-lib';
import { type AssetCode, Code, type CodeConfig, type ResourceBindOptions } from 'aws-cdk-lib/aws-lambda';
import type { AssetOptions } from 'aws-cdk-lib/aws-s3-assets';
import type { Construct, IConstruct } from 'constructs';

/** Context that has the last word: `cdk deploy -c cloud-emulator:local=false`. */
export const LOCAL_CONTEXT = 'cloud-emulator:local';

/** The context, else whether `emulator cdk` runs this, else whether AWS_ENDPOINT_URL is an address of this machine. */
export function isLocal(scope: IConstruct): boolean {
  const told: unknown = scope.node.tryGetContext(LOCAL_CONTEXT);
  if (told !== undefined) return told === true || told === 'true';
  const { CLOUD_EMULATOR_URL, AWS_ENDPOINT_URL } = process.env;
  return Boolean(CLOUD_EMULATOR_URL) || isHere(AWS_ENDPOINT_URL);
}

function isHere(url: string | undefined): boolean {
  if (!url || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return /^(127(\.\d+){3}|localhost|.+\.localhost|\[::1\]|localhost\.localstack\.cloud)$/.test(hostname);
}

/** Takes no code from folders. */
const OFF = '0';

/** The bucket by which code is a folder of this machine; undefined where the stack is not for an emulator, or for an emulator that takes no code from folders. */
export function folderBucket(scope: IConstruct): string | undefined {
  const bucket = process.env['CLOUD_EMULATOR_FOLDER_BUCKET'] || 'hot-reload';
  return isLocal(scope) && bucket !== OFF ? bucket : undefined;
}

/** Code in that folder: taken from where it is by the emulator, which reloads it when a file changes; elsewhere packed and uploaded like `Code.fromAsset`. */
export function folderCode(folder: string, options?: AssetOptions): Code {
  return new FolderCode(resolve(folder), Code.fromAsset(folder, options));
}

class FolderCode extends Code {
  readonly isInline = false;
  readonly #folder: string;
  readonly #asset: AssetCode;
  #isAsset = false;

  constructor(folder: string, asset: AssetCode) {
    super();
    this.#folder = folder;
    this.#asset = asset;
  }

  override bind(scope: Construct): CodeConfig {
    const bucketName = folderBucket(scope);
    if (bucketName) return { s3Location: { bucketName, objectKey: this.#folder } };
    this.#isAsset = true;
    return this.#asset.bind(scope);
  }

  override bindToResource(resource: CfnResource, options?: ResourceBindOptions): void {
    if (this.#isAsset) this.#asset.bindToResource(resource, options);
  }
}
