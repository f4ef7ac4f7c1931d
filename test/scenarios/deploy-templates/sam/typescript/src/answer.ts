// The text that the handler answers.
export const answer = (name: string): string => `typed for ${name}`;
