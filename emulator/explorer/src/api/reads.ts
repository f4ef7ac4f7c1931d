// Which operations only read: they change nothing that a page shows, and are all that a read-only explorer calls.

const READS = /^(Get|List|Describe|BatchGet|Query$|Scan$|Filter|Test(?!Invoke)|Simulate|Head|Lookup|Search|Validate|Estimate|Detect)/;
export const isRead = (operation: string): boolean => READS.test(operation);
