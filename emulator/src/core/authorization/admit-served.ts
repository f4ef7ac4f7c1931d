// Judges requests to what a service serves, as the authorizer judges calls.
import { accountOf } from '#core/access-key';
import type { Call } from '#core/call';
import type { Ctx } from '#core/ctx';
import type { Authorizer } from './authorizer.ts';
import type { CompiledTable } from './needed-access.ts';
import type { ServedRequest } from './served-request.ts';

/**
 * Whether the holder of the key was judged, by its own policies and that of the resource together. Otherwise nobody has decided: the mode is not `enforce`,
 * or the key was not made here.
 * @throws Fault AccessDeniedException, in the words of `core/authorization/wording`
 */
export async function admitServed(served: ServedRequest, call: Call, authorizer: Authorizer, ctx: Ctx): Promise<boolean> {
  const { accessKeyId, service, headers, remoteAddress } = served;
  const http = {
    headers,
    presigned: false,
    trailers: () => ({}),
    // The header that tells what would be denied belongs to answers of services; answers here are those of a function.
    tell: () => undefined,
    remoteAddress: () => remoteAddress,
    verifyForm: () => Promise.resolve(),
  };
  const principal = { kind: 'key', account: accountOf(accessKeyId), accessKeyId } as const;
  const asked: Call = { ...call, service, operation: served.action, input: {}, principal, http, isInner: undefined };
  return authorizer.concerns(asked) && (await authorizer.admitServed(asked, served, tableOf(served), ctx));
}

const FORBIDDEN = { code: 'AccessDeniedException', status: 403 };

function tableOf({ accesses, keys = {} }: ServedRequest): CompiledTable {
  const operation = { accesses, tags: undefined, tagKeys: undefined };
  return {
    operation: () => operation,
    keys: new Map(Object.entries(keys).map(([key, value]) => [key.toLowerCase(), () => [value]])),
    maps: [],
    refusal: {
      ...FORBIDDEN,
      unknownKey: { ...FORBIDDEN, message: 'The security token included in the request is invalid.' },
      expiredToken: { ...FORBIDDEN, message: 'The security token included in the request is expired' },
    },
    isControlled: () => false,
    foreign: [],
  };
}
