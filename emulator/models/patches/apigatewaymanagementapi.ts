// The data plane of WebSocket APIs: messages that are too long have an error of their own (PayloadTooLargeException).
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = { ownChecks: ['PostToConnectionRequest.Data'] };
