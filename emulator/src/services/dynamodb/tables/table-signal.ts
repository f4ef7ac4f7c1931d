// What is woken when the indexes of a table have settled.
export const tableSignal = (name: string): string => `dynamodb.table/${name}`;
