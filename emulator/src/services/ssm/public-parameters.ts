// The public parameters that templates, the CDK and clients read: ids of images, and the regions. Their values have the right form; there is no
// image behind an id. https://docs.aws.amazon.com/systems-manager/latest/userguide/parameter-store-public-parameters.html
import { createHash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { formatArn } from '#lib/arn';

const IMAGE_HEX = 17;
const IMAGE_DATA_TYPE = 'aws:ec2:image';
/** Names whose value is the id of an image. */
const IMAGES: readonly RegExp[] = [
  /^\/aws\/service\/ami-(?:amazon-linux-latest|windows-latest|macos-latest)\/[\w.-]+$/,
  /^\/aws\/service\/ecs\/optimized-ami\/(?:[\w.-]+\/)+image_id$/,
  /^\/aws\/service\/eks\/optimized-ami\/(?:[\w.-]+\/)+image_id$/,
  /^\/aws\/service\/(?:canonical|debian|bottlerocket|freebsd|suse)\/(?:[\w.-]+\/)+[\w.-]+$/,
];
/** Names whose value is a document that holds the id of an image, too. */
const RECOMMENDED = /^\/aws\/service\/ecs\/optimized-ami\/(?:[\w.-]+\/)+recommended$/;
const REGION = /^\/aws\/service\/global-infrastructure\/regions\/([a-z]{2}(?:-[a-z]+)+-\d)$/;

/** Undefined for a name that is none of those that are known here. */
export function publicParameter(name: string, ctx: Ctx) {
  const value = textOf(name, ctx);
  if (value === undefined) return undefined;
  return {
    Name: name,
    Type: 'String' as const,
    Value: value,
    Version: 1,
    LastModifiedDate: new Date(0),
    ARN: formatArn({ service: 'ssm', region: ctx.region, account: '', resource: `parameter${name}` }),
    DataType: IMAGES.some((pattern) => pattern.test(name)) ? IMAGE_DATA_TYPE : 'text',
  };
}

function textOf(name: string, { region }: Ctx): string | undefined {
  if (IMAGES.some((pattern) => pattern.test(name))) return imageId(name, region);
  if (RECOMMENDED.test(name)) return JSON.stringify({ image_id: imageId(`${name}/image_id`, region), schema_version: 1 });
  return REGION.exec(name)?.[1];
}

/** The same for a name and a region whenever it is read, so that no stack changes because of it. */
const imageId = (name: string, region: string): string =>
  `ami-${createHash('sha256').update(`${region}${name}`).digest('hex').slice(0, IMAGE_HEX)}`;
