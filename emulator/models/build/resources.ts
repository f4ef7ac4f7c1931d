// CloudFormation's resource types, reduced to the facts that the engine needs: the whole database loads in seconds, this in milliseconds.
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type {
  Property as FullProperty,
  Resource as FullResource,
  PropertyType as FullType,
  SpecDatabase,
  TypeDefinition,
} from '@aws-cdk/service-spec-types';
import type { Property, PropertyType, ResourceData, ResourceDatabase } from '#core/resources/resource-data';
import { SERVICE_MODELS } from './services.ts';

/** The namespaces of the services that have a model. */
const NAMESPACES: ReadonlySet<string> = new Set(Object.values(SERVICE_MODELS).flatMap(({ namespace }) => namespace ?? []));

/**
 * The types whose properties can be had by Fn::GetAtt as well, which the public specification does not say. For topics it is recorded
 * (localstack/localstack, May 2025); the others are those that cfn-lint knows.
 */
const PROPERTIES_ARE_ATTRIBUTES: ReadonlySet<string> = new Set([
  'AWS::Events::EventBus',
  'AWS::SNS::Topic',
  'AWS::SQS::Queue',
  'AWS::SSM::Parameter',
  'AWS::StepFunctions::Activity',
]);

/** The types to whose resources CloudFormation gives tags of its own: `tagging.cloudFormationSystemTags` in their public schemas (read in May 2026). */
const SYSTEM_TAGS: ReadonlySet<string> = new Set([
  'AWS::ApiGateway::ApiKey',
  'AWS::ApiGateway::ClientCertificate',
  'AWS::ApiGateway::DomainName',
  'AWS::ApiGateway::DomainNameAccessAssociation',
  'AWS::ApiGateway::DomainNameV2',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::ApiGateway::UsagePlan',
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::VpcLink',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::AlarmMuteRule',
  'AWS::CloudWatch::CompositeAlarm',
  'AWS::ECR::PublicRepository',
  'AWS::ECR::Repository',
  'AWS::Events::EventBus',
  'AWS::Events::Rule',
  'AWS::Lambda::CapacityProvider',
  'AWS::Lambda::CodeSigningConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::Logs::Delivery',
  'AWS::Logs::DeliveryDestination',
  'AWS::Logs::DeliverySource',
  'AWS::Logs::Destination',
  'AWS::Logs::LogGroup',
  'AWS::Logs::ScheduledQuery',
  'AWS::MSK::Cluster',
  'AWS::MSK::Replicator',
  'AWS::MSK::ServerlessCluster',
  'AWS::MSK::VpcConnection',
  'AWS::S3::AccessPoint',
  'AWS::S3::Bucket',
  'AWS::SNS::Topic',
  'AWS::SSM::Document',
  'AWS::SSM::MaintenanceWindow',
  'AWS::SSM::Parameter',
  'AWS::SSM::PatchBaseline',
  'AWS::Scheduler::ScheduleGroup',
  'AWS::SecretsManager::Secret',
  'AWS::StepFunctions::Activity',
  'AWS::StepFunctions::StateMachine',
]);

const TAG = { Key: { type: 'string', required: true }, Value: { type: 'string', required: true } } as const;

/** Identifiers of which the public specification has a part only: `primaryIdentifier` in the public schemas of the types (read in December 2026). */
const IDENTIFIERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['AWS::ApiGateway::Model', ['RestApiId', 'Name']],
  ['AWS::ApiGateway::RequestValidator', ['RestApiId', 'RequestValidatorId']],
]);

export function slimResources(): ResourceDatabase {
  const full = loadAwsServiceSpecSync();
  const slim: ResourceDatabase = { resources: {}, definitions: { Tag: TAG } };
  const definitionKeys = new Map<string, string>();
  for (const resource of full.all('resource')) {
    const namespace = resource.cloudFormationType.split('::')[1] ?? '';
    if (NAMESPACES.has(namespace)) slim.resources[resource.cloudFormationType] = new Slimmer(full, slim, definitionKeys).resource(resource);
  }
  return slim;
}

class Slimmer {
  readonly full: SpecDatabase;
  readonly slim: ResourceDatabase;
  readonly keys: Map<string, string>;
  #type = '';

  constructor(full: SpecDatabase, slim: ResourceDatabase, keys: Map<string, string>) {
    this.full = full;
    this.slim = slim;
    this.keys = keys;
  }

  resource(resource: FullResource): ResourceData {
    this.#type = resource.cloudFormationType;
    const identifier = IDENTIFIERS.get(this.#type) ?? resource.primaryIdentifier;
    return {
      properties: this.properties(resource.properties),
      attributes: [
        ...Object.keys(resource.attributes),
        ...(PROPERTIES_ARE_ATTRIBUTES.has(this.#type) ? Object.keys(resource.properties) : []),
      ],
      ...(identifier ? { identifier } : {}),
      ...(resource.cfnRefIdentifier ? { ref: resource.cfnRefIdentifier } : {}),
      ...(resource.tagInformation
        ? {
            tags: {
              property: resource.tagInformation.tagPropertyName,
              shape: resource.tagInformation.variant,
              ...(SYSTEM_TAGS.has(this.#type) ? { system: true as const } : {}),
            },
          }
        : {}),
      ...(resource.arnTemplate === undefined ? {} : { arn: resource.arnTemplate }),
    };
  }

  properties(properties: Record<string, FullProperty>): Record<string, Property> {
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        {
          type: this.type(property.type),
          ...(property.required ? { required: true as const } : {}),
          ...(property.causesReplacement && property.causesReplacement !== 'no' ? { replaces: property.causesReplacement } : {}),
        },
      ]),
    );
  }

  type(type: FullType): PropertyType {
    switch (type.type) {
      case 'string':
        return type.allowedValues ? { oneOf: [...type.allowedValues] } : 'string';
      case 'integer':
      case 'number':
        return type.type;
      case 'boolean':
        return 'boolean';
      case 'date-time':
        return 'string';
      case 'array':
        return { list: this.type(type.element) };
      case 'map':
        return { map: this.type(type.element) };
      case 'ref':
        return { ref: this.definition(type.reference.$ref) };
      case 'union':
        return { any: type.types.map((each) => this.type(each)) };
      case 'tag':
        return { ref: 'Tag' };
      default:
        return 'json';
    }
  }

  /** Definitions are shared by key, so a type that contains itself ends here, too. */
  definition(id: string): string {
    const known = this.keys.get(id);
    if (known) return known;
    const definition: TypeDefinition = this.full.get('typeDefinition', id);
    const key = `${this.#type}.${definition.name}`;
    this.keys.set(id, key);
    this.slim.definitions[key] = {};
    Object.assign(this.slim.definitions[key], this.properties(definition.properties));
    return key;
  }
}
