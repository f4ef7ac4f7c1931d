// Whether a call is traffic, or manages resources: a map of traffic leaves out who made a queue. Told by the words of its name. Pure.

const MANAGING =
  /^(Create|Delete|Update|Put|Get|List|Describe|Add|Remove|Set|Head|Tag|Untag|Enable|Disable|Register|Deregister|Subscribe|Unsubscribe|Confirm|Purge|Import|Validate|Execute(?!Statement|Transaction)|Continue|Cancel)/;
/** Contents rather than settings. */
const CONTENTS =
  /(Items?|Messages?|MessageBatch|Objects?|ObjectsV2|Records?|RecordBatch|Events|MetricData|LogEvents|Value|Parameters?|ParametersByPath|ShardIterator|TaskSuccess|TaskFailure|TaskHeartbeat)$/;

export const isTraffic = (operation: string): boolean => !MANAGING.test(operation) || CONTENTS.test(operation);
