// The public parameters that templates, the CDK and clients read: ids of images, and the regions. Their values have the right form; there is no
// image behind an id. https://docs.aws.amazon.com/systems-manager/latest/userguide/parameter-store-public-parameters.html
import { createHash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { formatArn } from '#lib/arn';
import { isUnder } from './filters.ts';
import { REGION_PARAMETERS } from './public-regions.ts';

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
/** Images that lists of a path show, because clients look for them by their path. More are known by their names alone. */
const LISTED_IMAGES: readonly string[] = [
  ...['arm64', 'x86_64'].flatMap((machine) =>
    ['default', '6.1', '6.12'].flatMap((kernel) => [
      `ami-amazon-linux-latest/al2023-ami-kernel-${kernel}-${machine}`,
      `ami-amazon-linux-latest/al2023-ami-minimal-kernel-${kernel}-${machine}`,
    ]),
  ),
  ...['arm64', 'x86_64'].map((machine) => `ami-amazon-linux-latest/amzn2-ami-hvm-${machine}-gp2`),
  ...['2019', '2022', '2025'].flatMap((year) => [
    `ami-windows-latest/Windows_Server-${year}-English-Core-Base`,
    `ami-windows-latest/Windows_Server-${year}-English-Full-Base`,
  ]),
].map((name) => `/aws/service/${name}`);
const LISTED: readonly string[] = [...LISTED_IMAGES, ...REGION_PARAMETERS.keys()].sort();

/** Undefined for unknown names. */
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
  return REGION_PARAMETERS.get(name);
}

/** The public parameters below a path that are listed; undefined for a path that has none. */
export function publicParametersUnder(path: string, recursive: boolean, ctx: Ctx) {
  const names = LISTED.filter((name) => isUnder(name, path, recursive));
  return names.length === 0 ? undefined : names.flatMap((name) => publicParameter(name, ctx) ?? []);
}

/** The same for a name and a region whenever it is read, so that no stack changes because of it. */
const imageId = (name: string, region: string): string =>
  `ami-${createHash('sha256').update(`${region}${name}`).digest('hex').slice(0, IMAGE_HEX)}`;
