// The signal that the indexes of a table have settled.
export const tableSignal = (name: string): string => `dynamodb.table/${name}`;
