// The function's input.
export interface Person {
  readonly first?: string;
}

export const nameOf = ({ first = 'world' }: Person): string => first;
