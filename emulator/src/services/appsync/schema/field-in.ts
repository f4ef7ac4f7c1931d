// Looks a field of a schema up by the names of its type and its own.
import { type GraphQLField, isInterfaceType, isObjectType } from 'graphql';
import { own } from '#lib/table';
import type { ReadSchema } from './read-schema.ts';

export function fieldIn(
  read: ReadSchema | undefined,
  typeName: string,
  fieldName: string,
): GraphQLField<unknown, unknown> | 'no type' | 'no field' {
  const type = read?.schema.getType(typeName);
  if (!isObjectType(type) && !isInterfaceType(type)) return 'no type';
  return own(type.getFields(), fieldName) ?? 'no field';
}
