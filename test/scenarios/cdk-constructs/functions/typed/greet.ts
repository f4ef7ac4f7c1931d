// The line that the handler logs.
export const greet = (greeting: string, id: number): string => `${greeting}, order ${id}`;
