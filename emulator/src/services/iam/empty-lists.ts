// The list of delegation requests, which nobody can make here.
import { operation } from '#model/iam';

export const ListDelegationRequests = operation('ListDelegationRequests', () => ({ DelegationRequests: [], isTruncated: false }));
