// PutResourcePolicy, GetResourcePolicy, DeleteResourcePolicy: of streams and of consumers.
import { checkedPolicy } from '#core/policy/checked-policy';
import { operation } from '#model/kinesis';
import { invalidArgument, notFound } from '#services/kinesis/faults';
import { findResource, putResource } from './find-resource.ts';

/** Limit: bytes of the policy of a stream or consumer. */
const MAX_BYTES = 20_480;
/** The policy of a resource that has none: localstack/localstack, test_resource_policy_crud, 2025. */
const NO_POLICY = '{}';

export const PutResourcePolicy = operation('PutResourcePolicy', (input, ctx) => {
  const located = findResource(input, ctx);
  const { Policy: policy } = input;
  if (Buffer.byteLength(policy) > MAX_BYTES) throw invalidArgument(`The policy must not be larger than ${MAX_BYTES} bytes.`);
  checkedPolicy(policy, ({ message }) => invalidArgument(`The policy is not valid: ${message}`));
  ctx.write((tx) => putResource(tx, located, { policy }));
});

export const GetResourcePolicy = operation('GetResourcePolicy', (input, ctx) => ({ Policy: findResource(input, ctx).policy ?? NO_POLICY }));

export const DeleteResourcePolicy = operation('DeleteResourcePolicy', (input, ctx) => {
  const located = findResource(input, ctx);
  // An error as recorded (localstack/localstack, test_resource_policy_crud, 2025), which does not tell its words.
  if (located.policy === undefined) throw notFound(`No resource policy found for resource ARN ${input.ResourceARN}`);
  ctx.write((tx) => putResource(tx, located, { policy: undefined }));
});
