// Which writes may take more of the last room on a full disk than others: writes that remove something, and writes that go on with what was accepted.

/** Names of operations that remove something, or end something that would add more. */
const REMOVES =
  /^(?:Batch)?(?:Abort|Cancel|Delete|Deregister|Detach|Disable|Disassociate|Purge|Remove|Retire|Revoke|Schedule(?=KeyDeletion)|Stop|Terminate|Unsubscribe|Untag)/;
/** Due work and deliveries, which are no operations. */
const OWN_WORK = /^[a-z]/;

export const makesRoom = (operation: string, manifest: { readonly makesRoom?: readonly string[] } | undefined): boolean =>
  OWN_WORK.test(operation) || REMOVES.test(operation) || manifest?.makesRoom?.includes(operation) === true;
