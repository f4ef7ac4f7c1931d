// AWS::ApiGateway::DocumentationPart
import type { Value } from '#core/resources/resource-handlers';
import { text } from '#core/resources/resource-properties';
import { shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { never, value } from './patches.ts';
import { type Members, restType } from './rest-type.ts';

const location = (given: Value | undefined) => {
  const { Type, Path, Method, StatusCode, Name } =
    shape({ Type: text, Path: text, Method: text, StatusCode: text, Name: text })(given) ?? {};
  return { type: Type, path: Path, method: Method, statusCode: StatusCode, name: Name };
};

const shownLocation = ({ location: found }: Members) => {
  const { type, path, method, statusCode, name } = (found ?? {}) as Members;
  return { Type: type, Path: path, Method: method, StatusCode: statusCode, Name: name };
};

export const resource: ResourceType = restType({
  noun: 'DocumentationPart',
  owners: ['RestApiId'],
  key: 'documentationPartId',
  idOf: ({ id }) => String(id),
  idAttribute: 'DocumentationPartId',
  plural: 'DocumentationParts',
  properties: {
    Location: { read: location, patch: never, shown: shownLocation },
    Properties: { read: text, patch: value('/properties') },
  },
});
