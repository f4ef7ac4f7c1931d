// Finds a layer by name or ARN. In another account its policy must allow the caller.

import type { Ctx } from '#core/ctx';
import { decide } from '#core/policy/decide';
import { parsePolicy } from '#core/policy/parse-policy';
import type { Frozen } from '#core/records';
import type { RegionScope } from '#core/region-scope';
import { formatArn, partitionOf } from '#lib/arn';
import { accessDenied, invalidParameter, notFound } from '#services/lambda/faults';
import { LAYER_CLOSED } from '#services/lambda/messages';
import { type LayerVersionRecord, layerPolicies, layerVersions } from './layer-record.ts';

const ARN = /^arn:[a-zA-Z0-9-]+:lambda:([a-zA-Z0-9-]+):(\d{12}):layer:([a-zA-Z0-9-_]+)(?::(\d+))?$/;
const ACTION = 'lambda:GetLayerVersion';

export const layerArn = ({ account, region }: RegionScope, name: string, version?: number): string =>
  formatArn({ service: 'lambda', region, account, resource: `layer:${name}${version === undefined ? '' : `:${version}`}` });

export interface NamedLayer {
  /** The context of the layer's account and region. */
  readonly there: Ctx;
  readonly name: string;
  readonly version: number | undefined;
}

/** Accepts a name, or an ARN with or without a version. */
export function namedLayer(text: string, ctx: Ctx): NamedLayer {
  const [matched, region, account, name = '', version] = ARN.exec(text) ?? [];
  if (matched === undefined) return { there: ctx, name: text, version: undefined };
  return { there: ctx.in({ account, region }), name, version: version === undefined ? undefined : Number(version) };
}

export interface LocatedLayer {
  readonly there: Ctx;
  readonly layer: Frozen<LayerVersionRecord>;
}

/** @throws Fault if the version does not exist, or if another account does not allow the caller */
export function findLayerVersion(text: string, version: number | undefined, ctx: Ctx): LocatedLayer {
  const named = namedLayer(text, ctx);
  const number = version ?? named.version ?? 0;
  if (number < 1) throw invalidParameter('Layer Version Cannot be less than 1');
  assertLetIn(named, number, ctx);
  const layer = named.there.records(layerVersions).get([named.name, number]);
  if (!layer) throw notFound('The resource you requested does not exist.');
  return { there: named.there, layer };
}

/** @throws Fault AccessDeniedException, also if the other account has no such layer */
export function assertLetIn({ there, name }: NamedLayer, version: number, ctx: Ctx): void {
  if (there.account === ctx.account) return;
  if (there.records(layerVersions).get([name, version])?.pulled) return;
  const resource = layerArn(there, name, version);
  const policy = there.records(layerPolicies).get([name, version])?.text;
  const root = `arn:${partitionOf(ctx.region)}:iam::${ctx.account}:root`;
  const principal = { kind: 'account', arn: root, account: ctx.account } as const;
  const asked = { principal, action: ACTION, resource, context: {} };
  if (policy !== undefined && decide(asked, { resource: parsePolicy(policy) }).allowed) return;
  const command = `aws lambda add-layer-version-permission --layer-name ${name} --version-number ${version} --statement-id account-${ctx.account} --action ${ACTION} --principal ${ctx.account}`;
  ctx.log.write(LAYER_CLOSED, { arn: resource, account: ctx.account, command });
  throw accessDenied(ACTION, resource, ctx.account);
}
