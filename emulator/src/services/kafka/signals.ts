// Keys that are woken in the account and region of a cluster.

/** Records came to one of its topics, or a group rebalances, so that waiting readers must answer. */
export const clusterSignal = (clusterId: string): string => `kafka/${clusterId}`;
export const groupSignal = (clusterId: string, group: string): string => `kafka-group/${clusterId}/${group}`;
/** A reader has fetched records, or its partitions have changed. */
export const readerSignal = (source: string): string => `kafka-reader/${source}`;
