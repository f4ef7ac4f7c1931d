// Finds what a template says of files beside it: code, definitions, templates of nested stacks, included parts. The list is that of
// `aws cloudformation package` (AWS CLI 1.45, customizations/cloudformation) and of the SAM CLI's `package`.
import { isObject, type Path, type Plain, type PlainObject } from './template-document.ts';

/** How the place of an uploaded file is written: an `s3://` address, the address of a template, or an object with these two names. */
export type ReferenceForm = 'uri' | 'template' | { readonly bucket: string; readonly key: string };

interface PackagedProperty {
  /** `*` stands for every key. */
  readonly path: Path;
  readonly form: ReferenceForm;
  /** A single file becomes an archive with that file, unless it is one already. */
  readonly zipped?: boolean;
  /** Without the property, the folder of the template is meant. */
  readonly byDefault?: boolean;
}

export interface LocalReference {
  /** In the template. */
  readonly path: Path;
  /** `''` for what belongs to no resource. */
  readonly logicalId: string;
  readonly resourceType: string;
  /** `CodeUri`, for messages. */
  readonly property: string;
  /** As it is written; undefined: the folder of the template. */
  readonly value: string | undefined;
  readonly form: ReferenceForm;
  readonly zipped: boolean;
  readonly resource: PlainObject;
}

const S3_CODE = { bucket: 'S3Bucket', key: 'S3Key' } as const;
const S3_OBJECT = { bucket: 'Bucket', key: 'Key' } as const;
const uri = (...path: string[]): PackagedProperty => ({ path, form: 'uri' });

const PACKAGED = new Map<string, readonly PackagedProperty[]>(
  Object.entries({
    'AWS::Serverless::Function': [{ path: ['CodeUri'], form: 'uri', zipped: true, byDefault: true }],
    'AWS::Serverless::LayerVersion': [{ path: ['ContentUri'], form: 'uri', zipped: true, byDefault: true }],
    'AWS::Serverless::Api': [uri('DefinitionUri')],
    'AWS::Serverless::HttpApi': [uri('DefinitionUri')],
    'AWS::Serverless::WebSocketApi': [uri('DefinitionUri')],
    'AWS::Serverless::StateMachine': [{ path: ['DefinitionUri'], form: S3_OBJECT }],
    'AWS::Serverless::Application': [{ path: ['Location'], form: 'template' }],
    'AWS::Serverless::GraphQLApi': [uri('SchemaUri'), uri('Functions', '*', 'CodeUri'), uri('Resolvers', '*', '*', 'CodeUri')],
    'AWS::CloudFormation::Stack': [{ path: ['TemplateURL'], form: 'template' }],
    'AWS::CloudFormation::StackSet': [{ path: ['TemplateURL'], form: 'template' }],
    'AWS::CloudFormation::ModuleVersion': [uri('ModulePackage')],
    'AWS::CloudFormation::ResourceVersion': [uri('SchemaHandlerPackage')],
    'AWS::Lambda::Function': [{ path: ['Code'], form: S3_CODE, zipped: true, byDefault: true }],
    'AWS::Lambda::LayerVersion': [{ path: ['Content'], form: S3_CODE, zipped: true, byDefault: true }],
    'AWS::ApiGateway::RestApi': [{ path: ['BodyS3Location'], form: S3_OBJECT }],
    'AWS::ApiGatewayV2::Api': [{ path: ['BodyS3Location'], form: S3_OBJECT }],
    'AWS::StepFunctions::StateMachine': [{ path: ['DefinitionS3Location'], form: S3_OBJECT }],
    'AWS::AppSync::GraphQLSchema': [uri('DefinitionS3Location')],
    'AWS::AppSync::Resolver': [uri('RequestMappingTemplateS3Location'), uri('ResponseMappingTemplateS3Location'), uri('CodeS3Location')],
    'AWS::AppSync::FunctionConfiguration': [
      uri('RequestMappingTemplateS3Location'),
      uri('ResponseMappingTemplateS3Location'),
      uri('CodeS3Location'),
    ],
    'AWS::ElasticBeanstalk::ApplicationVersion': [{ path: ['SourceBundle'], form: S3_CODE }],
    'AWS::Glue::Job': [uri('Command', 'ScriptLocation')],
    'AWS::CodeCommit::Repository': [{ path: ['Code', 'S3'], form: S3_OBJECT, zipped: true }],
  }),
);

/** Sections of the template's `Metadata`. */
const PACKAGED_METADATA: Readonly<Record<string, readonly string[]>> = { 'AWS::ServerlessRepo::Application': ['LicenseUrl', 'ReadmeUrl'] };

/** In the order of the template. */
export function localReferences(template: PlainObject): LocalReference[] {
  return [...inResources(template), ...inMetadata(template), ...includes(template)];
}

function inResources(template: PlainObject): LocalReference[] {
  return resourcesOf(template['Resources'], ['Resources']).flatMap(({ logicalId, resource, path }) => {
    const type = String(resource['Type']);
    const properties = isObject(resource['Properties']) ? resource['Properties'] : {};
    if (hasCodeElsewhere(type, properties)) return [];
    return (PACKAGED.get(type) ?? []).flatMap((packaged) =>
      matches(properties, packaged.path).flatMap(({ at, value: written }) => {
        const value = written ?? (type === 'AWS::Serverless::Function' ? globalCode(template) : undefined);
        if (!isLocal(value) && !(value === undefined && packaged.byDefault)) return [];
        return [
          {
            path: [...path, 'Properties', ...at],
            logicalId,
            resourceType: type,
            property: at.join('.'),
            value: value as string | undefined,
            form: packaged.form,
            zipped: packaged.zipped ?? false,
            resource,
          },
        ];
      }),
    );
  });
}

interface ResourceEntry {
  readonly logicalId: string;
  readonly resource: PlainObject;
  readonly path: Path;
}

/** The resources of a section, including resources that a loop makes (`Fn::ForEach`), once each. */
export function resourcesOf(section: Plain | undefined, path: Path): ResourceEntry[] {
  if (!isObject(section)) return [];
  return Object.entries(section).flatMap(([logicalId, resource]) => {
    if (logicalId.startsWith('Fn::ForEach::') && Array.isArray(resource))
      return resourcesOf((resource as readonly Plain[])[2], [...path, logicalId, 2]);
    return isObject(resource) ? [{ logicalId, resource, path: [...path, logicalId] }] : [];
  });
}

/** Code in the template, or an image. */
const hasCodeElsewhere = (type: string, properties: PlainObject): boolean =>
  (type === 'AWS::Serverless::Function' && (properties['InlineCode'] !== undefined || properties['ImageUri'] !== undefined)) ||
  properties['PackageType'] === 'Image';

const globalCode = (template: PlainObject): Plain | undefined => {
  const globals = template['Globals'];
  const ofFunctions = isObject(globals) ? globals['Function'] : undefined;
  return isObject(ofFunctions) ? ofFunctions['CodeUri'] : undefined;
};

/** A path, and not an address or a function of the template. */
export const isLocal = (value: Plain | undefined): boolean => typeof value === 'string' && !/^(?:s3|https?):\/\//i.test(value);

function matches(value: PlainObject, pattern: Path): { at: Path; value: Plain | undefined }[] {
  const [first, ...rest] = pattern;
  if (first === undefined) return [];
  const names = first === '*' ? Object.keys(value) : [String(first)];
  return names.flatMap((name) => {
    const inner = value[name];
    if (rest.length === 0) return [{ at: [name], value: inner }];
    return isObject(inner) ? matches(inner, rest).map(({ at, value: found }) => ({ at: [name, ...at], value: found })) : [];
  });
}

function inMetadata(template: PlainObject): LocalReference[] {
  const metadata = template['Metadata'];
  if (!isObject(metadata)) return [];
  return Object.entries(PACKAGED_METADATA).flatMap(([section, names]) => {
    const entries = metadata[section];
    if (!isObject(entries)) return [];
    return names.flatMap((name) =>
      isLocal(entries[name]) ? [reference(['Metadata', section, name], section, name, entries[name] as string)] : [],
    );
  });
}

const reference = (path: Path, resourceType: string, property: string, value: string): LocalReference => ({
  ...{ path, resourceType, property, value },
  ...{ logicalId: '', form: 'uri', zipped: false, resource: {} },
});

/** `AWS::Include`, wherever it stands. */
function includes(template: PlainObject): LocalReference[] {
  const found: LocalReference[] = [];
  const look = (value: Plain | undefined, path: Path): void => {
    if (Array.isArray(value)) {
      for (const [index, each] of (value as readonly Plain[]).entries()) look(each, [...path, index]);
      return;
    }
    if (!isObject(value)) return;
    const parameters = value['Parameters'];
    const isTransform = path.includes('Fn::Transform') || path[0] === 'Transform';
    if (isTransform && value['Name'] === 'AWS::Include' && isObject(parameters) && isLocal(parameters['Location']))
      found.push(reference([...path, 'Parameters', 'Location'], 'AWS::Include', 'Location', parameters['Location'] as string));
    for (const [name, each] of Object.entries(value)) look(each, [...path, name]);
  };
  look(template, []);
  return found;
}
