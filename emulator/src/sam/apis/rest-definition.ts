// `Cors`, `GatewayResponses` and `Models` of a REST API: each changes the definition.
import { addCors } from '#sam/documents/rest-cors';
import { isRestDocument, RestDocument } from '#sam/documents/rest-document';
import { typeName } from '#sam/message-text';
import { expectMap, invalidDocument, invalidResource, ofResource } from '#sam/problems';
import { type Block, filled, get, isBlock, isIntrinsic, isText, type Value } from '#sam/values';
import { convertToVersion3 } from './version-3.ts';

function documentFor(id: string, body: Value | undefined, what: string, invalid: string): RestDocument {
  if (!filled(body)) throw invalidResource(id, `${what} works only with inline Swagger specified in 'DefinitionBody' property.`);
  if (!isRestDocument(body))
    throw invalidResource(id, `Unable to add ${invalid} because 'DefinitionBody' does not contain a valid Swagger definition.`);
  return new RestDocument(body);
}

const CORS = ['AllowMethods', 'AllowHeaders', 'AllowOrigin', 'MaxAge', 'AllowCredentials'];
const WILDCARD = "'*'";

export function addCorsOf(id: string, cors: Value | undefined, body: Value | undefined): void {
  if (!filled(cors)) return;
  if (!filled(body)) throw invalidResource(id, "Cors works only with inline Swagger specified in 'DefinitionBody' property.");
  const whole = isText(cors) || isIntrinsic(cors);
  if (!whole && !isBlock(cors)) throw invalidResource(id, "Invalid value for 'Cors' property");
  const unknown = whole ? undefined : Object.keys(cors as Block).find((key) => !CORS.includes(key));
  if (unknown !== undefined) throw invalidResource(id, `Invalid key '${unknown}' for 'Cors' property.`);
  const member = (name: string): Value | undefined => (whole ? undefined : get(cors, name));
  const origin = whole ? cors : Object.hasOwn(cors as Block, 'AllowOrigin') ? member('AllowOrigin') : WILDCARD;
  const document = documentFor(id, body, 'Cors', 'Cors configuration');
  const credentials = member('AllowCredentials') === true;
  if (credentials && origin === WILDCARD)
    throw invalidResource(
      id,
      `Unable to add Cors configuration because 'AllowCredentials' can not be true when 'AllowOrigin' is "'*'" or not set`,
    );
  if (!filled(origin) && document.paths.names().length > 0)
    throw invalidResource(id, 'Structure of the SAM template is invalid. Invalid input. Value for AllowedOrigins is required');
  addCors(document, { origin, headers: member('AllowHeaders'), methods: member('AllowMethods'), maxAge: member('MaxAge'), credentials });
}

const RESPONSE = ['ResponseParameters', 'ResponseTemplates', 'StatusCode'];
const LOCATIONS: readonly (readonly [name: string, prefix: string])[] = [
  ['Headers', 'header.'],
  ['Paths', 'path.'],
  ['QueryStrings', 'querystring.'],
];

export function addGatewayResponses(id: string, responses: Value | undefined, body: Value | undefined): void {
  if (!filled(responses) || !isBlock(responses)) return;
  if (!filled(body)) throw invalidResource(id, "GatewayResponses works only with inline Swagger specified in 'DefinitionBody' property.");
  for (const [name, response] of Object.entries(responses)) {
    if (isIntrinsic(response))
      throw invalidResource(id, 'Unable to set GatewayResponses attribute because intrinsic functions are not supported for this field.');
    if (!isBlock(response))
      throw invalidResource(
        id,
        `Invalid property type '${typeName(response)}' for GatewayResponses. Expected an object of type 'GatewayResponse'.`,
      );
    const unknown = Object.keys(response).find((key) => !RESPONSE.includes(key));
    if (unknown !== undefined) throw invalidResource(id, `Invalid property '${unknown}' in 'GatewayResponses' property '${name}'.`);
  }
  const document = documentFor(id, body, 'GatewayResponses', 'Auth configuration');
  const section = document.section('x-amazon-apigateway-gateway-responses');
  for (const [name, response] of Object.entries(responses)) section[name] = gatewayResponse(id, name, response);
}

function gatewayResponse(id: string, name: string, response: Value): Block {
  const parameters = get(response, 'ResponseParameters');
  if (filled(parameters)) expectMap(parameters, `GatewayResponses.${name}.ResponseParameters`, ofResource(id));
  const known = LOCATIONS.map(([location]) => location);
  const unknown = isBlock(parameters) ? Object.keys(parameters).find((key) => !known.includes(key)) : undefined;
  if (unknown !== undefined) throw invalidResource(id, `Invalid gateway response parameter '${unknown}'`);
  const status = get(response, 'StatusCode');
  if (filled(status) && !/^[0-9]{1,3}$/.test(String(status))) throw invalidResource(id, "Property 'StatusCode' must be numeric");
  const templates = get(response, 'ResponseTemplates');
  const prefixed = LOCATIONS.flatMap(([location, prefix]) =>
    Object.entries(expectMap(get(parameters, location) ?? {}, `ResponseParameters.${location}`, ofResource(id))).map(
      ([key, value]) => [`gatewayresponse.${prefix}${key}`, value] as const,
    ),
  );
  return {
    responseParameters: Object.fromEntries(prefixed),
    responseTemplates: filled(templates) ? templates! : {},
    ...(filled(status) ? { statusCode: String(status) } : {}),
  };
}

export function addModels(id: string, models: Value | undefined, body: Value | undefined, version: Value | undefined): void {
  if (!filled(models) || !isBlock(models)) return;
  const document = documentFor(id, body, 'Models', 'Models definitions');
  if (!Object.values(models).every(isBlock)) throw invalidResource(id, "Invalid value for 'Models' property");
  for (const [name, schema] of Object.entries(models)) {
    if (!filled(get(schema, 'type'))) throw invalidDocument("'Models' schema is missing 'type'.");
    document.section('definitions')[name.toLowerCase()] = schema;
  }
  convertToVersion3(document.body, version);
}
