// `util.transform`: filters of clients as expressions of tables, queries of searches, and filters of subscriptions.
import type { AttributeValue, Plain, PlainMap, TableExpression } from './plain.ts';

interface Values {
  toDynamoDB(value: Plain): AttributeValue;
  isMap(value: Plain): value is PlainMap;
}

/** Names of attributes and values: `#title` and `:title_eq` in filters, `#expName_1` and `:expValue_1` in the module of tables. */
interface Names {
  name(attribute: string): string;
  value(attribute: string, operator: string, value: Plain): string;
}

export function filters({ toDynamoDB, isMap }: Values) {
  const COMPARED = new Map(Object.entries({ eq: '=', ne: '<>', le: '<=', lt: '<', ge: '>=', gt: '>' }));

  function condition(attribute: string, operator: string, operand: Plain, names: Names): string {
    const name = names.name(attribute);
    const compared = COMPARED.get(operator);
    if (compared !== undefined) return `(${name} ${compared} ${names.value(attribute, operator, operand)})`;
    if (operator === 'attributeExists') return operand === false ? `(attribute_not_exists(${name}))` : `(attribute_exists(${name}))`;
    if (operator === 'attributeType') return `(attribute_type(${name},${names.value(attribute, operator, operand)}))`;
    if (operator === 'contains') return `(contains(${name},${names.value(attribute, operator, operand)}))`;
    if (operator === 'notContains') return `(NOT contains(${name},${names.value(attribute, operator, operand)}))`;
    if (operator === 'beginsWith') return `(begins_with(${name},${names.value(attribute, operator, operand)}))`;
    if (operator === 'between' && Array.isArray(operand))
      return `(${name} BETWEEN ${names.value(attribute, 'between_1', operand[0] as Plain)} AND ${names.value(attribute, 'between_2', operand[1] as Plain)})`;
    if (operator === 'in' && Array.isArray(operand))
      return `(${name} IN (${operand.map((item, at) => names.value(attribute, `in_${at + 1}`, item as Plain)).join(', ')}))`;
    if (operator === 'size' && isMap(operand)) {
      const sizes = Object.entries(operand).map(([each, value]) =>
        COMPARED.has(each) ? `(size(${name}) ${COMPARED.get(each)} ${names.value(attribute, `size_${each}`, value)})` : '',
      );
      return sizes.filter((each) => each !== '').join(' AND ');
    }
    throw new Error(`Unsupported operator: ${operator}`);
  }

  function expressionOf(filter: Plain, names: Names): string {
    if (!isMap(filter)) return '';
    const parts: string[] = [];
    for (const [key, value] of Object.entries(filter)) {
      if (value === null || value === undefined) continue;
      if ((key === 'and' || key === 'or') && Array.isArray(value)) {
        const inner = (value as readonly Plain[]).map((each) => expressionOf(each, names)).filter((each) => each !== '');
        if (inner.length > 0) parts.push(`(${inner.join(key === 'and' ? ' AND ' : ' OR ')})`);
      } else if (key === 'not') {
        const inner = expressionOf(value, names);
        if (inner !== '') parts.push(`(NOT ${inner})`);
      } else if (isMap(value))
        for (const [operator, operand] of Object.entries(value)) parts.push(condition(key, operator, operand, names));
    }
    return parts.length > 1 ? parts.join(' AND ') : (parts[0] ?? '');
  }

  const told = (expression: string, names: ReadonlyMap<string, string>, values: ReadonlyMap<string, AttributeValue>): TableExpression => ({
    expression,
    expressionNames: Object.fromEntries(names),
    ...(values.size > 0 && { expressionValues: Object.fromEntries(values) }),
  });

  /** By the names of attributes. A value whose name is taken gets a number behind it. */
  function byName(filter: Plain): TableExpression {
    const names = new Map<string, string>();
    const values = new Map<string, AttributeValue>();
    const expression = expressionOf(filter, {
      name: (attribute) => {
        names.set(`#${attribute}`, attribute);
        return `#${attribute}`;
      },
      value: (attribute, operator, value) => {
        let name = `:${attribute}_${operator}`;
        for (let number = 1; values.has(name); number++) name = `:${attribute}_${operator}_${number}`;
        values.set(name, toDynamoDB(value));
        return name;
      },
    });
    return told(expression, names, values);
  }

  /** By numbers, which go on from one expression of a request to the next. */
  function numbered(prefix = 'exp') {
    let count = 0;
    let values = 0;
    return (filter: Plain): TableExpression => {
      const attributes = new Map<string, string>();
      const operands = new Map<string, AttributeValue>();
      const expression = expressionOf(filter, {
        name: (attribute) => {
          for (const [name, each] of attributes) if (each === attribute) return name;
          count += 1;
          attributes.set(`#${prefix}Name_${count}`, attribute);
          return `#${prefix}Name_${count}`;
        },
        value: (_attribute, _operator, value) => {
          values += 1;
          operands.set(`:${prefix}Value_${values}`, toDynamoDB(value));
          return `:${prefix}Value_${values}`;
        },
      });
      return told(expression, attributes, operands);
    };
  }

  /** A list of alternatives, each a list of conditions that hold together. */
  function alternatives(filter: Plain): PlainMap[][] {
    if (!isMap(filter)) return [[]];
    let all: PlainMap[][] = [[]];
    const with_ = (others: PlainMap[][]): void => {
      all = all.flatMap((one) => others.map((other) => [...one, ...other]));
      if (all.length > 1000) throw new Error('The filter has too many alternatives.');
    };
    for (const [key, value] of Object.entries(filter)) {
      if (value === null || value === undefined) continue;
      if (key === 'and' && Array.isArray(value)) for (const each of value as readonly Plain[]) with_(alternatives(each));
      else if (key === 'or' && Array.isArray(value)) with_((value as readonly Plain[]).flatMap((each) => alternatives(each)));
      else if (isMap(value))
        for (const [operator, operand] of Object.entries(value)) with_([[{ fieldName: key, operator, value: operand }]]);
    }
    return all;
  }

  /** The form that `extensions.setSubscriptionFilter` takes. */
  const toSubscriptionFilter = (filter: Plain): Plain => ({
    filterGroup: alternatives(filter)
      .filter((each) => each.length > 0)
      .map((each) => ({ filters: each })),
  });

  function searchOf(filter: Plain): Plain {
    if (!isMap(filter)) return {};
    const must: Plain[] = [];
    const ranges = new Map(Object.entries({ gt: 'gt', gte: 'gte', ge: 'gte', lt: 'lt', lte: 'lte', le: 'lte' }));
    for (const [key, value] of Object.entries(filter)) {
      if ((key === 'and' || key === 'or') && Array.isArray(value)) {
        const inner = (value as readonly Plain[]).map((each) => searchOf(each));
        must.push({ bool: key === 'and' ? { must: inner } : { should: inner, minimum_should_match: 1 } });
      } else if (key === 'not') must.push({ bool: { must_not: searchOf(value) } });
      else if (isMap(value))
        for (const [operator, operand] of Object.entries(value)) {
          const range = ranges.get(operator);
          if (range !== undefined) must.push({ range: { [key]: { [range]: operand } } });
          else if (operator === 'eq' || operator === 'match') must.push({ match: { [key]: operand } });
          else if (operator === 'ne') must.push({ bool: { must_not: { match: { [key]: operand } } } });
          else if (operator === 'exists')
            must.push(operand ? { exists: { field: key } } : { bool: { must_not: { exists: { field: key } } } });
          else if (operator === 'wildcard' || operator === 'regexp' || operator === 'matchPhrase' || operator === 'matchPhrasePrefix')
            must.push({ [operator.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]: { [key]: operand } });
          else throw new Error(`Unsupported operator: ${operator}`);
        }
    }
    return must.length === 1 ? (must[0] as Plain) : { bool: { must } };
  }

  return {
    numbered,
    byName,
    functions: {
      toDynamoDBFilterExpression: (filter: Plain) => JSON.stringify(byName(filter)),
      toDynamoDBConditionExpression: (filter: Plain) => JSON.stringify(byName(filter)),
      toElasticsearchQueryDSL: (filter: Plain) => JSON.stringify(searchOf(filter)),
    },
    toSubscriptionFilter,
  };
}
