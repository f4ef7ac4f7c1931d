// A Swagger 2 document in the form of OpenAPI 3: definitions move into `components`, and headers of preflight answers get schemas.
import { isVersion3 } from '#sam/documents/paths';
import { invalidDocument } from '#sam/problems';
import { type Block, filled, get, isBlock, type Value } from '#sam/values';

/** Changes the document in place, where its version is 3. @throws InvalidDocument */
export function convertToVersion3(body: Block, version: Value | undefined): Block {
  if (get(body, 'swagger') !== undefined) return body;
  const used = version ?? get(body, 'openapi');
  if (!filled(used) || !isVersion3(used)) return body;
  move(body, 'securityDefinitions', 'securitySchemes');
  move(body, 'definitions', 'schemas');
  const paths = get(body, 'paths');
  if (!filled(paths)) return body;
  if (!isBlock(paths)) throw invalidDocument('Value of paths must be a dictionary according to Swagger spec.');
  for (const [path, item] of Object.entries(paths)) {
    if (!isBlock(item)) throw invalidDocument(`Value of '${path}' path must be a dictionary according to Swagger spec.`);
    const options = get(item, 'options');
    if (filled(options)) convertOptions(path, options!);
  }
  return body;
}

function move(body: Block, from: string, to: string): void {
  const found = get(body, from);
  if (!filled(found)) return;
  const components = get(body, 'components');
  body.components = { ...(isBlock(components) ? components : {}), [to]: found! };
  delete body[from];
}

function convertOptions(path: string, options: Value): void {
  if (!isBlock(options)) throw invalidDocument(`Value of options method for path ${path} must be a dictionary according to Swagger spec.`);
  delete options.produces;
  delete options.consumes;
  const responses = get(options, 'responses');
  const answer = get(responses, '200');
  const wrong = (where: string): Error =>
    invalidDocument(`Invalid responses in options method for path ${path}: ${where} should be a map.`);
  if (responses !== undefined && !isBlock(responses)) throw wrong('It');
  if (answer !== undefined && !isBlock(answer)) throw wrong("The value of '200'");
  const headers = get(answer, 'headers');
  if (!filled(headers)) return;
  if (!isBlock(headers))
    throw invalidDocument(`Value of response's headers in options method for path ${path} must be a dictionary according to Swagger spec.`);
  for (const [name, header] of Object.entries(headers)) headers[name] = { schema: header };
}
