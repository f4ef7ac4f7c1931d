// For services whose operations name members as templates name properties, but with a small first letter: `logGroupName` for `LogGroupName`.

export const uncapitalize = (name: string): string => name[0]!.toLowerCase() + name.slice(1);

export const uncapitalized = <T extends object>(given: T): { [K in keyof T as Uncapitalize<K & string>]: T[K] } =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [uncapitalize(name), value])) as never;
