// Functions: what the real service says otherwise than its model.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  profile: { unknownOperation: { code: 'UnknownOperationException', status: 404 } },
  members: {
    'InvocationResponse.Payload': { contentType: 'application/json' },
    // Checked by the service itself: another error (InvalidParameterValueException), and an ARN is taken too.
    'CreateFunctionRequest.Runtime': { constraint: {} },
    'UpdateFunctionConfigurationRequest.Runtime': { constraint: {} },
  },
};
