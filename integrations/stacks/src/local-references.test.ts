// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have such placeholders.
import { expect, it } from 'vitest';
import { localReferences } from './local-references.ts';
import { readTemplate } from './template-document.ts';

const found = (text: string): string[] =>
  localReferences(readTemplate(text, 't.yaml').content).map(({ path, value }) => `${path.join('/')} = ${value}`);

it('finds what `aws cloudformation package` uploads', () => {
  expect(
    found(`
Metadata:
  AWS::ServerlessRepo::Application: {LicenseUrl: LICENSE, ReadmeUrl: s3://b/readme}
Resources:
  Stack: {Type: AWS::CloudFormation::Stack, Properties: {TemplateURL: child.yaml}}
  App: {Type: AWS::Serverless::Application, Properties: {Location: app.yaml}}
  Store: {Type: AWS::Serverless::Application, Properties: {Location: {ApplicationId: a, SemanticVersion: 1.0.0}}}
  Machine: {Type: AWS::StepFunctions::StateMachine, Properties: {DefinitionS3Location: m.json}}
  Sam: {Type: AWS::Serverless::StateMachine, Properties: {DefinitionUri: m.asl.yaml}}
  Job: {Type: AWS::Glue::Job, Properties: {Command: {ScriptLocation: job.py}}}
  Api: {Type: AWS::Serverless::Api, Properties: {StageName: dev}}
  Graph: {Type: AWS::Serverless::GraphQLApi, Properties: {SchemaUri: s.graphql, Resolvers: {Query: {get: {CodeUri: get.js}}}}}
  Rest:
    Type: AWS::ApiGateway::RestApi
    Properties:
      Body:
        Fn::Transform: {Name: AWS::Include, Parameters: {Location: api.yaml}}
`),
  ).toEqual([
    'Resources/Stack/Properties/TemplateURL = child.yaml',
    'Resources/App/Properties/Location = app.yaml',
    'Resources/Machine/Properties/DefinitionS3Location = m.json',
    'Resources/Sam/Properties/DefinitionUri = m.asl.yaml',
    'Resources/Job/Properties/Command/ScriptLocation = job.py',
    'Resources/Graph/Properties/SchemaUri = s.graphql',
    'Resources/Graph/Properties/Resolvers/Query/get/CodeUri = get.js',
    'Metadata/AWS::ServerlessRepo::Application/LicenseUrl = LICENSE',
    'Resources/Rest/Properties/Body/Fn::Transform/Parameters/Location = api.yaml',
  ]);
});

it('takes the folder of the template for code that is not named, unless it is somewhere else', () => {
  expect(
    found(`
Globals: {Function: {CodeUri: shared/}}
Resources:
  Own: {Type: AWS::Serverless::Function, Properties: {CodeUri: own/}}
  Shared: {Type: AWS::Serverless::Function, Properties: {Handler: a.b}}
  Inline: {Type: AWS::Serverless::Function, Properties: {InlineCode: x}}
  Image: {Type: AWS::Serverless::Function, Properties: {PackageType: Image}}
  Layer: {Type: AWS::Lambda::LayerVersion, Properties: {LayerName: l}}
  There: {Type: AWS::Lambda::Function, Properties: {Code: {ZipFile: x}}}
  Chosen: {Type: AWS::Serverless::Function, Properties: {CodeUri: !Ref Where}}
`),
  ).toEqual([
    'Resources/Own/Properties/CodeUri = own/',
    'Resources/Shared/Properties/CodeUri = shared/',
    'Resources/Layer/Properties/Content = undefined',
  ]);
});

it('looks into loops', () => {
  expect(
    found(`
Resources:
  Fn::ForEach::Each:
    - Name
    - [A, B]
    - Fn\${Name}: {Type: AWS::Serverless::Function, Properties: {CodeUri: src/}}
`),
  ).toEqual(['Resources/Fn::ForEach::Each/2/Fn${Name}/Properties/CodeUri = src/']);
});
