// `@aws-appsync/utils/dynamodb`: requests to tables, made from plain data.
import type { AttributeValue, Plain, PlainMap, TableExpression } from './plain.ts';

interface Values {
  toMapValues(map: Plain): Record<string, AttributeValue>;
  toDynamoDB(value: Plain): AttributeValue;
  isMap(value: Plain): value is PlainMap;
}

interface Filters {
  numbered(prefix?: string): (filter: Plain) => TableExpression;
}

export function dynamodbModule({ toMapValues, toDynamoDB, isMap }: Values, { numbered }: Filters) {
  const withoutMissing = (request: PlainMap): PlainMap =>
    Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  const conditionOf = (condition: Plain, expression: (filter: Plain) => TableExpression): Plain => {
    if (!isMap(condition)) return undefined;
    const { consistentRead, equalsIgnore, conditionalCheckFailedHandler, ...filter } = condition;
    return withoutMissing({ ...(expression(filter) as object), consistentRead, equalsIgnore, conditionalCheckFailedHandler });
  };
  const projectionOf = (fields: Plain): Plain => {
    if (!Array.isArray(fields)) return fields;
    const names = (fields as readonly string[]).map((field, at): [string, string] => [`#proj_${at + 1}`, field]);
    return { expression: names.map(([name]) => name).join(', '), expressionNames: Object.fromEntries(names) };
  };

  const operations = {
    add: (value: Plain) => ({ type: 'OPERATION_ADD', value }),
    remove: () => ({ type: 'OPERATION_REMOVE' }),
    replace: (value: Plain) => ({ type: 'OPERATION_REPLACE', value }),
    increment: (by: Plain = 1) => ({ type: 'OPERATION_INCREMENT', by }),
    decrement: (by: Plain = 1) => ({ type: 'OPERATION_DECREMENT', by }),
    append: (items: Plain) => ({ type: 'OPERATION_APPEND', items }),
    prepend: (items: Plain) => ({ type: 'OPERATION_PREPEND', items }),
    updateListItem: (value: Plain, index: Plain) => ({ type: 'OPERATION_UPDATE_LIST_ITEM', value, index }),
  };
  const isOperation = (value: Plain): value is PlainMap =>
    isMap(value) && typeof value['type'] === 'string' && value['type'].startsWith('OPERATION_');
  const holdsOperation = (value: Plain): boolean =>
    isMap(value) && Object.values(value).some((each) => isOperation(each) || holdsOperation(each));

  function updateOf(update: Plain): TableExpression {
    const attributes = new Map<string, string>();
    const operands = new Map<string, AttributeValue>();
    const sets: string[] = [];
    const removes: string[] = [];
    let names = 0;
    let values = 0;
    const nameOf = (attribute: string): string => {
      names += 1;
      attributes.set(`#expName_${names}`, attribute);
      return `#expName_${names}`;
    };
    const valueNameOf = (value: Plain): string => {
      values += 1;
      operands.set(`:expValue_${values}`, toDynamoDB(value));
      return `:expValue_${values}`;
    };
    const write = (path: string, value: Plain): void => {
      if (!isOperation(value)) {
        if (holdsOperation(value))
          for (const [name, each] of Object.entries(value as unknown as PlainMap)) write(`${path}.${nameOf(name)}`, each);
        else sets.push(`${path} = ${valueNameOf(value)}`);
        return;
      }
      const { type, items, by, index } = value;
      if (type === 'OPERATION_REMOVE') removes.push(path);
      else if (type === 'OPERATION_INCREMENT') sets.push(`${path} = ${path} + ${valueNameOf(by)}`);
      else if (type === 'OPERATION_DECREMENT') sets.push(`${path} = ${path} - ${valueNameOf(by)}`);
      else if (type === 'OPERATION_APPEND') sets.push(`${path} = list_append(${path}, ${valueNameOf(items)})`);
      else if (type === 'OPERATION_PREPEND') sets.push(`${path} = list_append(${valueNameOf(items)}, ${path})`);
      else if (type === 'OPERATION_UPDATE_LIST_ITEM') sets.push(`${path}[${Number(index)}] = ${valueNameOf(value['value'])}`);
      else sets.push(`${path} = ${valueNameOf(value['value'])}`);
    };
    for (const [name, value] of Object.entries(isMap(update) ? update : {})) write(nameOf(name), value);
    const parts = [sets.length > 0 ? `SET ${sets.join(', ')}` : '', removes.length > 0 ? `REMOVE ${removes.join(', ')}` : ''];
    const expression = parts.filter((part) => part !== '').join(' ');
    return {
      expression,
      expressionNames: Object.fromEntries(attributes),
      ...(operands.size > 0 && { expressionValues: Object.fromEntries(operands) }),
    };
  }

  const tablesOf = (tables: Plain, read: (each: PlainMap) => Plain): Plain =>
    Object.fromEntries(Object.entries(isMap(tables) ? tables : {}).map(([table, each]) => [table, read(each as PlainMap)]));
  const keysOf = ({ keys, ...others }: PlainMap): Plain => ({
    ...others,
    keys: ((keys ?? []) as readonly Plain[]).map((key) => toMapValues(key)),
  });

  return {
    operations,
    get: ({ key, projection, ...others }: PlainMap) =>
      withoutMissing({ operation: 'GetItem', key: toMapValues(key), ...others, projection: projectionOf(projection) }),
    put: ({ key, item, condition, ...others }: PlainMap) =>
      withoutMissing({
        operation: 'PutItem',
        key: toMapValues(key),
        attributeValues: toMapValues(item),
        condition: conditionOf(condition, numbered()),
        ...others,
      }),
    update: ({ key, update, condition, ...others }: PlainMap) => {
      const changes = updateOf(update);
      const request = { operation: 'UpdateItem', key: toMapValues(key), update: changes as unknown as Plain };
      return withoutMissing({ ...request, condition: conditionOf(condition, numbered('cond')), ...others });
    },
    remove: ({ key, condition, ...others }: PlainMap) =>
      withoutMissing({ operation: 'DeleteItem', key: toMapValues(key), condition: conditionOf(condition, numbered()), ...others }),
    query: ({ query, filter, projection, ...others }: PlainMap) => {
      const expression = numbered();
      const asked = {
        query: expression(query) as unknown as Plain,
        filter: isMap(filter) ? (expression(filter) as unknown as Plain) : undefined,
      };
      return withoutMissing({ operation: 'Query', ...asked, projection: projectionOf(projection), ...others });
    },
    scan: ({ filter, projection, ...others }: PlainMap = {}) =>
      withoutMissing({
        operation: 'Scan',
        filter: isMap(filter) ? (numbered()(filter) as unknown as Plain) : undefined,
        projection: projectionOf(projection),
        ...others,
      }),
    batchGet: ({ tables, ...others }: PlainMap) => ({ operation: 'BatchGetItem', tables: tablesOf(tables, keysOf), ...others }),
    batchPut: ({ tables, ...others }: PlainMap) => ({
      operation: 'BatchPutItem',
      tables: tablesOf(tables, (items) => (items as unknown as readonly Plain[]).map((item) => toMapValues(item))),
      ...others,
    }),
    batchDelete: ({ tables, ...others }: PlainMap) => ({
      operation: 'BatchDeleteItem',
      tables: tablesOf(tables, (keys) => (keys as unknown as readonly Plain[]).map((key) => toMapValues(key))),
      ...others,
    }),
    transactGet: ({ items }: PlainMap) => ({
      operation: 'TransactGetItems',
      transactItems: ((items ?? []) as unknown as readonly PlainMap[]).map(({ key, projection, ...others }) =>
        withoutMissing({ ...others, key: toMapValues(key), projection: projectionOf(projection) }),
      ),
    }),
    transactWrite: ({ items }: PlainMap) => ({
      operation: 'TransactWriteItems',
      transactItems: ((items ?? []) as unknown as readonly PlainMap[]).map((each) => {
        const kinds: [string, string][] = [
          ['putItem', 'PutItem'],
          ['updateItem', 'UpdateItem'],
          ['deleteItem', 'DeleteItem'],
          ['conditionCheck', 'ConditionCheck'],
        ];
        const [member, operation] = kinds.find(([name]) => isMap(each[name])) ?? ['', ''];
        const { table, key, item, update, condition } = (each[member] ?? {}) as PlainMap;
        return withoutMissing({
          table,
          operation,
          key: toMapValues(key),
          attributeValues: item === undefined ? undefined : toMapValues(item),
          update: update === undefined ? undefined : (updateOf(update) as unknown as Plain),
          condition: conditionOf(condition, numbered('cond')),
        });
      }),
    }),
  };
}
