// Paths of properties (`Targets.RetryPolicy.MaximumRetryAttempts`), in the resource data and in the properties of a template.
import type { Property, PropertyType, ResourceDatabase } from '#core/resources/resource-data';

/** The innermost ones. */
export function propertiesOf(database: ResourceDatabase, type: string): string[] {
  return members(database, database.resources[type]!.properties, []);
}

function members(database: ResourceDatabase, properties: Readonly<Record<string, Property>>, seen: readonly string[]): string[] {
  return Object.entries(properties).flatMap(([name, { type }]) =>
    below(database, type, seen).map((path) => (path === '' ? name : `${name}.${path}`)),
  );
}

/** A definition within itself is not looked into again. */
function below(database: ResourceDatabase, type: PropertyType, seen: readonly string[]): string[] {
  if (typeof type === 'string' || 'oneOf' in type || 'map' in type) return [''];
  if ('list' in type) return below(database, type.list, seen);
  if ('ref' in type) return seen.includes(type.ref) ? [''] : members(database, database.definitions[type.ref] ?? {}, [...seen, type.ref]);
  return [...new Set(type.any.flatMap((each) => below(database, each, seen)))];
}

/** Every path on the way to a value, and to what stands for it (a function). */
export function propertiesIn(value: unknown): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap(propertiesIn))];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...propertiesIn(inner).map((path) => `${name}.${path}`)]);
}
