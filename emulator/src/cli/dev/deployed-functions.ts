// The functions of the running emulator, as deployers of the development loop ask about them.
import { type FunctionScope, functionPath } from '#cli/functions';
import { stackFunctions, stackOutputs } from '#cli/stack-functions';
import type { DeployedFunctions } from '#hot-reload/loop/deployed-functions';
import { functionRequest, untilSettled } from './function-request.ts';

interface FunctionAnswer {
  readonly Code?: { readonly Location?: string };
  readonly Configuration?: { readonly Handler?: string };
}

export const deployedFunctions = (scope: FunctionScope): DeployedFunctions => ({
  list: () => stackFunctions(scope),
  outputs: (stack) => stackOutputs(stack, scope),
  async codeOf(name) {
    const found = await functionRequest<FunctionAnswer>('GET', functionPath(name), undefined, scope);
    return found && { location: found.Code?.Location ?? '', handler: found.Configuration?.Handler ?? '' };
  },
  async change(name, code, handler) {
    await functionRequest('PUT', `${functionPath(name)}/code`, code, scope);
    await untilSettled(name, scope);
    if (handler === undefined) return;
    await functionRequest('PUT', `${functionPath(name)}/configuration`, { Handler: handler }, scope);
    await untilSettled(name, scope);
  },
});
