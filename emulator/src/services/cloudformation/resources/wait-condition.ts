// AWS::CloudFormation::WaitCondition: complete when enough signals of success have arrived.
import { number, text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import { isObject, type Json } from '#resources/json';
import { addressKey, bodiesAt, resourceAt } from '#services/cloudformation/answers';

/** Limit: time that a wait condition waits. */
const MAX_SECONDS = 43_200;

export const resource: ResourceType = {
  inStackOnly: true,
  async create(properties, ctx) {
    const seconds = number(properties.Timeout);
    const handle = text(properties.Handle);
    if (handle === undefined && seconds === undefined)
      return { physicalId: `${ctx.stack.id}/${ctx.logicalId}`, attributes: { Data: '{}', Id: ctx.logicalId } };
    if (handle === undefined || seconds === undefined) throw new Error('A wait condition needs a Handle and a Timeout.');
    const wanted = number(properties.Count) ?? 1;
    const untilMs = ctx.now() + Math.min(seconds, MAX_SECONDS) * 1000;
    // Named after its handle: localstack/localstack, cloudformation/resources/test_cloudformation.py::test_waitcondition (May 2023)
    const id = `${ctx.stack.id}/${resourceAt(handle, ctx) ?? ctx.logicalId}`;
    for (;;) {
      const data = signals(bodiesAt(handle, ctx));
      const failed = [...data.values()].find(({ status }) => status === 'FAILURE');
      if (failed) throw new Error(`WaitCondition received failed message: '${failed.reason}' for uniqueId: ${failed.uniqueId}`);
      if (data.size >= wanted) {
        const Data = JSON.stringify(Object.fromEntries([...data].map(([uniqueId, signal]) => [uniqueId, signal.data])));
        return { physicalId: id, attributes: { Data, Id: id } };
      }
      if (ctx.now() >= untilMs) throw new Error(`WaitCondition timed out. Received ${data.size} conditions when expecting ${wanted}`);
      await ctx.waitIdle(addressKey(handle), untilMs);
    }
  },
  async update() {
    throw new Error('Update to resource type AWS::CloudFormation::WaitCondition is not supported.');
  },
  async delete() {},
};

interface Signal {
  readonly uniqueId: string;
  readonly status: string;
  readonly reason: string;
  readonly data: string;
}

/** Signals by their unique id. A second one with the same id changes nothing. */
function signals(bodies: readonly string[]): Map<string, Signal> {
  const found = new Map<string, Signal>();
  for (const body of bodies) {
    const value = JSON.parse(body) as Json;
    if (!isObject(value)) continue;
    const uniqueId = String(value.UniqueId ?? '');
    if (!found.has(uniqueId))
      found.set(uniqueId, {
        uniqueId,
        status: String(value.Status ?? ''),
        reason: String(value.Reason ?? ''),
        data: typeof value.Data === 'string' ? value.Data : JSON.stringify(value.Data ?? ''),
      });
  }
  return found;
}
