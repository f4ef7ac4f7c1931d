// The name of a run that processes records: `1 record`, `10 records`.
export const recordsName = (count: number): string => `${count} ${count === 1 ? 'record' : 'records'}`;
