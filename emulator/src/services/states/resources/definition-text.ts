// The definition of a machine in a template: a text, an object, or a file in a bucket (JSON or YAML), with substitutions `${Name}`.
import type { Properties, Value } from '#core/resources/resource-handlers';
import { object, text } from '#core/resources/resource-properties';
import type { ResourceContext } from '#core/resources/resource-type';
import { wholeBody } from '#lib/byte-pieces';
import { withoutMark } from '#lib/read-text';
import { loadYaml, YamlProblem } from '#lib/yaml/load-yaml';

export async function definitionText(properties: Properties, ctx: ResourceContext): Promise<string> {
  return substituted(ownSource(properties) ?? (await readObject(properties.DefinitionS3Location, ctx)), properties);
}

/** The definition as properties: those of the template where they still make this text. */
export function readDefinition(definition: string, properties: Properties): Properties {
  const { DefinitionString, Definition } = properties;
  const source = ownSource(properties);
  if (source === undefined || substituted(source, properties) !== definition) return { DefinitionString: definition };
  return { DefinitionString, Definition } as Properties;
}

function substituted(source: string, properties: Properties): string {
  const substitutions = object(properties.DefinitionSubstitutions);
  // Names that are not substituted stay as they are: the definition may mean them so.
  return source.replace(/\$\{([A-Za-z0-9_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(substitutions, name) ? text(substitutions[name])! : whole,
  );
}

const ownSource = ({ DefinitionString, Definition }: Properties): string | undefined =>
  text(DefinitionString) ?? (Definition === undefined ? undefined : JSON.stringify(Definition));

async function readObject(location: Value | undefined, ctx: ResourceContext): Promise<string> {
  const { Bucket, Key, Version } = object(location);
  const input = { Bucket: text(Bucket)!, Key: text(Key)!, VersionId: text(Version) };
  const { Body } = await ctx.call('s3', 'GetObject', input);
  return asJson((await wholeBody(Body as Uint8Array | AsyncIterable<Uint8Array>)).toString());
}

/** A text that is neither JSON nor YAML stays as it is, for the service to refuse. */
async function asJson(written: string): Promise<string> {
  const text = withoutMark(written);
  if (text.trimStart().startsWith('{')) return text;
  try {
    return JSON.stringify(await loadYaml(text)) ?? text;
  } catch (error) {
    if (error instanceof YamlProblem) return text;
    throw error;
  }
}
