// `FunctionUrlConfig`: the URL of a function, and the permissions that open it where it needs no signature.

import { table } from '#lib/table';
import { expectMap, invalidResource, ofResource } from '#sam/problems';
import { type MadeResource, made } from '#sam/resource';
import { type Block, filled, get, has, isIntrinsic, isText, type Value } from '#sam/values';

const CORS: Readonly<Record<string, 'list' | 'bool' | 'int'>> = table({
  AllowOrigins: 'list',
  AllowMethods: 'list',
  AllowCredentials: 'bool',
  AllowHeaders: 'list',
  ExposeHeaders: 'list',
  MaxAge: 'int',
});

/** `target` is the function, or the ARN of its alias. @throws SamProblem */
export function functionUrl(id: string, config: Block, target: Value, attributes: Block): MadeResource[] {
  checkConfig(id, config);
  const auth = get(config, 'AuthType');
  const cors = get(config, 'Cors');
  const url = made(
    `${id}Url`,
    'AWS::Lambda::Url',
    { Cors: filled(cors) ? cors : undefined, AuthType: auth, TargetFunctionArn: target, InvokeMode: get(config, 'InvokeMode') },
    attributes,
  );
  if (auth !== 'NONE' || isIntrinsic(config)) return [url];
  const open = { FunctionName: target, Principal: '*' };
  return [
    url,
    made(
      `${id}UrlPublicPermissions`,
      'AWS::Lambda::Permission',
      { Action: 'lambda:InvokeFunctionUrl', ...open, FunctionUrlAuthType: auth },
      attributes,
    ),
    made(
      `${id}URLInvokeAllowPublicAccess`,
      'AWS::Lambda::Permission',
      { Action: 'lambda:InvokeFunction', ...open, InvokedViaFunctionUrl: true },
      attributes,
    ),
  ];
}

function checkConfig(id: string, config: Block): void {
  if (isIntrinsic(config)) return;
  const auth = get(config, 'AuthType');
  if (!isIntrinsic(auth) && !(isText(auth) && ['AWS_IAM', 'NONE'].includes(auth)))
    throw invalidResource(
      id,
      'AuthType is required to configure function property `FunctionUrlConfig`. Please provide either AWS_IAM or NONE.',
    );
  const cors = get(config, 'Cors');
  if (!filled(cors) || isIntrinsic(cors)) return;
  for (const [name, value] of Object.entries(expectMap(cors, 'FunctionUrlConfig.Cors', ofResource(id)))) {
    if (!has(CORS as unknown as Block, name)) throw invalidResource(id, `${name} is not a valid property for configuring Cors.`);
    const type = CORS[name]!;
    if (isIntrinsic(value) || fits(value, type)) continue;
    throw invalidResource(id, `${name} must be of type ${type}.`);
  }
}

function fits(value: Value, type: 'list' | 'bool' | 'int'): boolean {
  if (type === 'list') return Array.isArray(value);
  return typeof value === 'boolean' || (type === 'int' && Number.isInteger(value));
}
