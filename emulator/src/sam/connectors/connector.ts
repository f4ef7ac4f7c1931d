// `AWS::Serverless::Connector`, and `Connectors` of other resources: the permissions that one resource needs to use another.
// Source of the behaviour: SamConnector in samtranslator/model/sam_resources.py of github.com/aws/serverless-application-model.
import { expectMap, invalidResource, ofAttribute, ofResource, SamProblem } from '#sam/problems';
import { readProperties } from '#sam/property-rules';
import { keptAttributes, type MadeResource, made } from '#sam/resource';
import type { ResourceTransform, Transformation } from '#sam/transformation';
import { type Block, copy, get, has, isBlock, referencedId, type Value } from '#sam/values';
import { checkValues, fill, MissingValue, type Profile, policyDocument, profileOf } from './profiles.ts';
import { type ConnectedResource, connectedResource } from './references.ts';

const TYPE = 'AWS::Serverless::Connector';
const RULES = { Source: '{any}!', Destination: '{any}|[{any}]!', Permissions: '[str]!' };

export const connector: ResourceTransform = (id, declared, there) => {
  const { Source, Destination, Permissions } = readProperties(id, TYPE, declared, RULES);
  const many = Array.isArray(Destination);
  const destinations = (many ? Destination : [Destination]) as Block[];
  const resources = there.result.Resources as Block;
  const fail = (message: string): never => {
    throw invalidResource(id, message);
  };
  const made = destinations.flatMap((end, index) => {
    const destination = connectedResource(end, Source as Block, resources, fail);
    const source = connectedResource(Source as Block, end, resources, fail);
    const connection: Connection = { id, declared, source, destination, suffix: many ? `Destination${index}` : '' };
    return connect(connection, Permissions as string[], there);
  });
  replaceDependency(id, made, resources);
  if (made.length === 0) throw invalidResource(id, "'Destination' is an empty list");
  return made;
};

interface Connection {
  readonly id: string;
  readonly declared: Block;
  readonly source: ConnectedResource;
  readonly destination: ConnectedResource;
  readonly suffix: string;
}

function connect(connection: Connection, permissions: readonly string[], there: Transformation): MadeResource[] {
  const { id, source, destination } = connection;
  const profile = profileOf(source.type, destination.type);
  if (!profile)
    throw invalidResource(
      id,
      `Unable to create connector from ${source.type} to ${destination.type}; it's not supported or the template is invalid.`,
    );
  checkPermissions(connection, profile, permissions);
  const values = new Map([
    ...Object.entries(source.values).map(([name, value]) => [`Source.${name}`, value] as const),
    ...Object.entries(destination.values).map(([name, value]) => [`Destination.${name}`, value] as const),
  ]);
  try {
    checkValues(profile, values);
  } catch (error) {
    throw error instanceof MissingValue ? invalidResource(id, error.message) : error;
  }
  return withMetadata(connection, resourcesOf(connection, profile, permissions, values, there), there);
}

function checkPermissions({ id, source, destination }: Connection, profile: Profile, given: readonly string[]): void {
  const known = Object.keys(profile.permissions);
  const listed = known.join(', ');
  if (given.length === 0) throw invalidResource(id, `'Permissions' cannot be empty; valid values are: ${listed}.`);
  const start = `Unsupported 'Permissions' provided for connector from ${source.type} to ${destination.type};`;
  if (given.some((each) => !known.includes(each))) throw invalidResource(id, `${start} valid values are: ${listed}.`);
  const sorted = [...new Set(given)].sort().join();
  const combinations = profile.combinations?.map((each) => [...each].sort());
  if (combinations && !combinations.some((each) => each.join() === sorted))
    throw invalidResource(id, `${start} valid combinations are: ${combinations.map((each) => each.join(' + ')).join(', ')}.`);
}

function resourcesOf(
  connection: Connection,
  profile: Profile,
  permissions: readonly string[],
  values: ReadonlyMap<string, Value | undefined>,
  there: Transformation,
): MadeResource[] {
  const { id, declared, source, destination, suffix } = connection;
  const holder = profile.holder === 'source' ? source : destination;
  const property = profile.holder === 'source' ? 'Source' : 'Destination';
  const needed = <V extends Value>(value: V | undefined, what: string): V => {
    if (value === undefined) throw invalidResource(id, `Unable to get ${what} from '${property}' resource.`);
    return value;
  };
  const make = (name: string, type: string, properties: Record<string, Value | undefined>): MadeResource =>
    made(`${id}${name}${suffix}`, type, properties, keptAttributes(declared), get(declared, 'DependsOn'));
  const document = (): Block => policyDocument(profile, permissions, values);
  if (profile.kind === 'queue') {
    const url = needed(holder.queueUrl, 'SQS queue URL');
    return [make('QueuePolicy', 'AWS::SQS::QueuePolicy', { PolicyDocument: document(), Queues: [url] })];
  }
  if (profile.kind === 'topic') {
    const arn = needed(holder.values.Arn, 'SNS topic ARN');
    return [make('TopicPolicy', 'AWS::SNS::TopicPolicy', { Topics: [arn], PolicyDocument: document() })];
  }
  if (profile.kind === 'permission') {
    const arn = needed(holder.values.Arn, 'Lambda function ARN');
    return Object.entries(profile.permissions)
      .filter(([name]) => permissions.includes(name))
      .map(([name, entry]) =>
        make(`${name}LambdaPermission`, 'AWS::Lambda::Permission', { ...(fill(entry as Block, values) as Block), FunctionName: arn }),
      );
  }
  const role = needed(holder.roleName, 'IAM role name');
  const policy = make('Policy', 'AWS::IAM::ManagedPolicy', { PolicyDocument: document(), Roles: [role] });
  addDependent(profile, connection, policy, there);
  return [policy];
}

function addDependent(
  { dependedBy }: Profile,
  { source, destination }: Connection,
  policy: MadeResource,
  { result }: Transformation,
): void {
  const resources = result.Resources as Block;
  if (dependedBy === 'SOURCE' && source.id) addDependency(resources[source.id]!, [policy.id]);
  if (dependedBy !== 'DESTINATION_EVENT_SOURCE_MAPPING' || !source.id || !destination.id) return;
  const mappings = Object.values(resources).filter(
    (each) =>
      get(each, 'Type') === 'AWS::Lambda::EventSourceMapping' &&
      referencedId(get(each, 'Properties', 'FunctionName')) === destination.id &&
      referencedId(get(each, 'Properties', 'EventSourceArn')) === source.id,
  );
  if (mappings.length === 1) addDependency(mappings[0]!, [policy.id]);
}

function addDependency(resource: Value, ids: readonly string[]): void {
  if (!isBlock(resource)) return;
  const present = get(resource, 'DependsOn') ?? [];
  const list = Array.isArray(present) ? present : [present];
  for (const id of ids) if (!list.includes(id)) list.push(id);
  resource.DependsOn = list;
}

/** Resources that depend on the connector depend on what it became. */
function replaceDependency(id: string, made: readonly MadeResource[], resources: Block): void {
  for (const resource of Object.values(resources)) {
    const needed = get(resource, 'DependsOn');
    const list = Array.isArray(needed) ? needed : needed === undefined ? [] : [needed];
    if (!list.includes(id) || !isBlock(resource)) continue;
    resource.DependsOn = list.filter((each) => each !== id);
    addDependency(
      resource,
      made.map((each) => each.id),
    );
  }
}

function withMetadata({ id, source, destination }: Connection, resources: MadeResource[], { declared }: Transformation): MadeResource[] {
  const typeOf = (end: ConnectedResource): Value => get(declared, end.id ?? '', 'Type') ?? end.type;
  for (const { attributes } of resources) {
    const connectors = { [id]: { Source: { Type: typeOf(source) }, Destination: { Type: typeOf(destination) } } };
    attributes.Metadata = { ...(attributes.Metadata as Block | undefined), 'aws:sam:connectors': connectors };
  }
  return resources;
}

/** Turns the `Connectors` of resources into connectors of their own. */
export function embeddedConnectors(resources: Block, report: (run: () => void) => void): Block {
  const found: Block = {};
  for (const [id, resource] of Object.entries(resources) as [string, Block][]) {
    if (!has(resource, 'Connectors')) continue;
    report(() => {
      for (const [name, each] of Object.entries(expectMap(resource.Connectors ?? undefined, `${id}.Connectors`, ofAttribute(id))))
        report(() => {
          if (has(resources, id + name))
            throw new SamProblem(
              id,
              `Transforming resource with id [${id}] attempts to create a new resource with id [${id + name}] and type "${TYPE}". A resource with that id already exists within this template. Please use a different id for that resource.`,
            );
          found[id + name] = embedded(id, name, each);
        });
    });
    delete resource.Connectors;
  }
  return found;
}

function embedded(id: string, name: string, declared: Value): Block {
  const fullId = id + name;
  if (!isBlock(declared)) throw invalidResource(fullId, `${id}.${fullId} should be a map.`);
  const one = { ...copy(declared), Type: TYPE };
  const properties = expectMap(get(one, 'Properties'), `Connectors.${name}.Properties`, ofAttribute(id));
  properties.Source = { Id: id };
  if (has(properties, 'SourceReference')) {
    const path = `Connectors.${name}.Properties.SourceReference`;
    const reference = expectMap(get(properties, 'SourceReference'), path, ofResource(id));
    if (has(reference, 'Id')) throw invalidResource(name, "'Id' shouldn't be defined in 'SourceReference'.");
    Object.assign(properties.Source, reference);
    delete properties.SourceReference;
  }
  readProperties(fullId, TYPE, one, RULES);
  return one;
}
