// User pools: broken constraints are an InvalidParameterException in the usual words, and domains may be names of the user's own.
import type { ServicePatch } from '#protocol/patch';

/** The model's pattern is that of a prefix alone, although the same member takes custom domains (its documentation, 2026-11): the service's code checks both. */
const DOMAINS = ['Create', 'Update', 'Delete', 'Describe'].map((verb) => `${verb}UserPoolDomainRequest.Domain`);

export const patch: ServicePatch = {
  profile: { validation: { code: 'InvalidParameterException' } },
  ownChecks: DOMAINS,
  members: Object.fromEntries(DOMAINS.map((member) => [member, { constraint: { len: [1, 63] } }])),
};
