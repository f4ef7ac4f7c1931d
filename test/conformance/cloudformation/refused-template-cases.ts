// Templates that the cloud refuses whatever their parameters are, with its words.
// Texts: recorded where test/recorded says so; those on dynamic references were measured in 2026 (the live tests of a compatibility provider for
// Terraform), the others are quoted in public reports, or are those of Eucalyptus, whose authors tried them.

export const Q = { Type: 'AWS::SQS::Queue' };
export const parameter = (Value: unknown) => ({ Type: 'AWS::SSM::Parameter', Properties: { Type: 'String', Value } });
export const resource = (Value: unknown, more: object = {}) => ({ ...more, Resources: { Q, P: parameter(Value) } });
const member = (more: object) => ({ Resources: { Q: { ...Q, ...more } } });
export const output = (O: object) => ({ Resources: { Q }, Outputs: { O } });
export const exported = (Name: unknown, more: object = {}) => ({ ...more, ...output({ Value: 'x', Export: { Name } }) });
const conditions = (Conditions: object) => ({ Conditions, Resources: { Q } });
const parameters = (P: object) => ({ Parameters: { P }, Resources: { Q } });
const EXPORT =
  'Template format error: Output O is malformed. The Name field of Export must not depend on any resources, imported values, or Fn::GetAZs.';
export const EXPORT_NAME =
  'Template format error: Output O is malformed. The Name field of every Export member must be specified and consist only of alphanumeric characters, colons, or hyphens.';
export const VALUE = 'Template format error: The Value field of every Outputs member must evaluate to a String';
const JOIN = 'Template error: every Fn::Join object requires two parameters, (1) a string delimiter and (2) a list of strings to be joined';
const MAP =
  'Template error: every Fn::FindInMap object requires three parameters, the map name, map key and the attribute for return value';
const SUB = "Template error: One or more Fn::Sub intrinsic functions don't specify expected arguments.";
const IMPORT = 'Template error: the attribute in Fn::ImportValue must not depend on any resources, imported values, or Fn::GetAZs';
const NONE = 'Template format error: Conditions can only be boolean operations on parameters and other conditions';
export const same = { 'Fn::Equals': ['a', 'a'] };

export const REFUSED: [title: string, template: object, message: string][] = [
  [
    'a version that is none',
    { AWSTemplateFormatVersion: '2010-09-10', Resources: { Q } },
    'Template format error: unsupported value for AWSTemplateFormatVersion.',
  ],
  [
    'a long description',
    { Description: 'x'.repeat(1025), Resources: { Q } },
    "Template format error: 'Description' length is greater than 1024",
  ],
  [
    'a name twice',
    { Parameters: { Q: { Type: 'String', Default: 'x' } }, Resources: { Q } },
    'Template error: all resources and parameters must have unique names.',
  ],
  ['an export named by a resource', exported({ 'Fn::Sub': 'a-${Q}' }), EXPORT],
  ['an export named by an attribute', exported({ 'Fn::Join': ['-', ['a', { 'Fn::GetAtt': ['Q', 'QueueName'] }]] }), EXPORT],
  ['an export named by an import', exported({ 'Fn::ImportValue': 'other' }), EXPORT],
  ['an export named by a zone', exported({ 'Fn::Select': [0, { 'Fn::GetAZs': '' }] }), EXPORT],
  ['an export without a name', output({ Value: 'x', Export: {} }), EXPORT_NAME],
  ['an export with an underscore', exported('my_export'), EXPORT_NAME],
  ['a list as an output', output({ Value: ['x'] }), `${VALUE} and not a List.`],
  ['a map as an output', output({ Value: { a: 1 } }), `${VALUE} and not a Map.`],
  ['zones as an output', output({ Value: { 'Fn::GetAZs': '' } }), `${VALUE}.`],
  [
    'a list parameter as an output',
    { Parameters: { L: { Type: 'CommaDelimitedList', Default: 'a,b' } }, ...output({ Value: { Ref: 'L' } }) },
    `${VALUE}.`,
  ],
  [
    'a function as a description',
    output({ Value: 'x', Description: { 'Fn::Sub': '${AWS::Region}' } }),
    'Template format error: Every Description member must be a string.',
  ],
  ['an output with a member that is none', output({ Value: 'x', Name: 'y' }), "Invalid template output property 'Name'"],
  [
    'a condition that asks for a resource',
    conditions({ C: { 'Fn::Equals': [{ Ref: 'Q' }, 'x'] } }),
    'Template format error: Unresolved dependencies [Q]. Cannot reference resources in the Conditions block of the template',
  ],
  [
    'a condition that asks for an attribute',
    conditions({ C: { 'Fn::Equals': [{ 'Fn::GetAtt': ['Q', 'Arn'] }, 'x'] } }),
    'Template format error: Unresolved dependencies [Q].',
  ],
  [
    'a condition that imports',
    conditions({ C: { 'Fn::Equals': [{ 'Fn::ImportValue': 'x' }, 'x'] } }),
    'Template error: Cannot use Fn::ImportValue in Conditions',
  ],
  [
    'a condition that names none',
    conditions({ C: { 'Fn::Not': [{ Condition: 'D' }] } }),
    'Template format error: Unresolved condition dependency D in the Conditions block of the template',
  ],
  ['a condition that is text', conditions({ C: 'true' }), NONE],
  ['a condition that is a reference', conditions({ C: { Ref: 'AWS::Region' } }), NONE],
  [
    'a condition with one operand',
    conditions({ C: { 'Fn::And': [same] } }),
    'Template error: every Fn::And object requires a list of at least 2 and at most 10 boolean parameters.',
  ],
  [
    'a condition with eleven operands',
    conditions({ C: { 'Fn::Or': Array.from({ length: 11 }, () => same) } }),
    'Template error: every Fn::Or object requires a list of at least 2',
  ],
  [
    'conditions in a circle',
    conditions({ A: { 'Fn::Not': [{ Condition: 'B' }] }, B: { 'Fn::Not': [{ Condition: 'A' }] } }),
    'Template error: Circular dependency between conditions: [A, B]',
  ],
  ['a comparison in a property', resource({ 'Fn::Equals': ['a', 'b'] }), 'Template error: Fn::Equals cannot be partially collapsed'],
  [
    'a mapping with a dash',
    { Mappings: { M: { k: { 'x86-64': 'v' } } }, Resources: { Q } },
    "Template format error: Mappings attribute name 'x86-64' must contain only alphanumeric characters.",
  ],
  [
    'a mapping with a function',
    { Mappings: { M: { k: { v: { Ref: 'AWS::Region' } } } }, Resources: { Q } },
    'Template format error: Every Mappings attribute must be a String or a List.',
  ],
  ['a mapping that is none', { Mappings: { M: 'text' }, Resources: { Q } }, 'Template format error: Every Mappings member M must be a map'],
  [
    'a function as a default',
    parameters({ Type: 'String', Default: { Ref: 'AWS::Region' } }),
    'Template format error: Every Default member must be a string.',
  ],
  [
    'a list as a default',
    parameters({ Type: 'CommaDelimitedList', Default: ['a'] }),
    'Template format error: Every Default member must be a string.',
  ],
  [
    'a length of a number',
    parameters({ Type: 'Number', Default: 5, MinLength: 1 }),
    "Template error: Parameter 'P' MinLength must be on a parameter of type String",
  ],
  [
    'a bound of a text',
    parameters({ Type: 'String', Default: 'x', MaxValue: 1 }),
    "Template error: Parameter 'P' MaxValue must be on a parameter of type Number",
  ],
  [
    'a default without a version',
    parameters({ Type: 'String', Default: '{{resolve:ssm:/plain}}' }),
    'Template error: parameter P should not contain ssm versionless resolver',
  ],
  ['a policy that is none', member({ DeletionPolicy: 'Keep' }), 'Template format error: Unrecognized DeletionPolicy Keep for resource Q'],
  [
    'a snapshot of a queue',
    member({ DeletionPolicy: 'Snapshot' }),
    'Template error: resource type AWS::SQS::Queue does not support deletion policy Snapshot',
  ],
  [
    'a replacement kept except on creation',
    member({ UpdateReplacePolicy: 'RetainExceptOnCreate' }),
    'Template format error: Unrecognized UpdateReplacePolicy',
  ],
  [
    'a condition of a resource that is a function',
    member({ Condition: { Ref: 'C' } }),
    'Template format error: Every Condition member must be a string.',
  ],
  [
    'a dependency that is a function',
    member({ DependsOn: { Ref: 'P' } }),
    'Template format error: DependsOn must be a string or list of strings.',
  ],
  ['a dependency that is a list', member({ DependsOn: [['P']] }), 'Template format error: Every DependsOn value must be a string.'],
  [
    'a loop without its transform',
    { Resources: { Q, 'Fn::ForEach::L': ['I', ['a'], { 'R${I}': Q }] } },
    'Template format error: [/Resources/Fn::ForEach::L] resource definition is malformed',
  ],
  [
    'a length without its transform',
    resource({ 'Fn::Length': ['a'] }),
    'Template error: Encountered unsupported function: Fn::Length Supported functions are: [Fn::Base64,',
  ],
  ['a function that is none', resource({ 'Fn::Lower': 'A' }), 'Template error: Encountered unsupported function: Fn::Lower'],
  ['a reference by a function', resource({ Ref: { 'Fn::Sub': 'Q' } }), 'Template error: All References must be of type string'],
  ['a join of a text', resource({ 'Fn::Join': ['-', 'text'] }), JOIN],
  ['a join by a function', resource({ 'Fn::Join': [{ Ref: 'AWS::Region' }, ['a']] }), JOIN],
  [
    'a look-up by a text that is made',
    { Mappings: { M: { a: { b: 'c' } } }, ...resource({ 'Fn::FindInMap': ['M', { 'Fn::Sub': 'a' }, 'b'] }) },
    MAP,
  ],
  ['a look-up with two names', { Mappings: { M: { a: { b: 'c' } } }, ...resource({ 'Fn::FindInMap': ['M', 'a'] }) }, MAP],
  [
    'a choice without an alternative',
    { Conditions: { C: same }, ...resource({ 'Fn::If': ['C', 'a'] }) },
    'Template error: Fn::If requires a list argument with three elements',
  ],
  [
    'a choice by a function',
    resource({ 'Fn::If': [{ Condition: 'C' }, 'a', 'b'] }),
    'Template error: Fn::If requires a list argument with the first element being a condition',
  ],
  ['a text with one argument', resource({ 'Fn::Sub': ['text'] }), SUB],
  [
    'a text with a default of the shell',
    resource({ 'Fn::Sub': '${FOO:-bar}' }),
    'Template error: variable names in Fn::Sub syntax must contain only alphanumeric characters, underscores, periods, and colons',
  ],
  [
    'a text with a list',
    resource({ 'Fn::Sub': ['${A}', { A: ['b'] }] }),
    'Template error: every value of the context object of every Fn::Sub object must be a string or a function that returns a string',
  ],
  [
    'a text with an odd name',
    resource({ 'Fn::Sub': ['${A}', { 'A-b': 'c', A: 'd' }] }),
    'Template error: every key of the context object of every Fn::Sub object must contain only alphanumeric characters and underscores',
  ],
  [
    'the encoding of a map',
    resource({ 'Fn::Base64': { a: 'b' } }),
    'Template error: every Fn::Base64 object must have a String-typed value.',
  ],
  ['an import named by a resource', resource({ 'Fn::ImportValue': { 'Fn::Sub': '${Q}-x' } }), IMPORT],
  ['an import named by an import', resource({ 'Fn::ImportValue': { 'Fn::ImportValue': 'x' } }), IMPORT],
  [
    'a reference with an empty version',
    resource('{{resolve:ssm:/plain:}}'),
    'Incorrect format is used in the following SSM reference: [{{resolve:ssm:/plain:}}]',
  ],
  [
    'a reference by a label',
    resource('{{resolve:ssm:/plain:prod}}'),
    'Incorrect format is used in the following SSM reference: [{{resolve:ssm:/plain:prod}}]',
  ],
  [
    'a secure reference by a label',
    resource('{{resolve:ssm-secure:/secure:prod}}'),
    'Incorrect format is used in the following SSM reference: [{{resolve:ssm-secure:/secure:prod}}]',
  ],
  [
    'a secure reference in a value',
    resource('{{resolve:ssm-secure:/secure:1}}'),
    'SSM Secure reference is not supported in: [AWS::SSM::Parameter/Properties/Value]',
  ],
  [
    'secure references in an environment',
    {
      Resources: {
        F: {
          Type: 'AWS::Lambda::Function',
          Properties: {
            Code: { ZipFile: 'x' },
            Role: 'r',
            Environment: { Variables: { A: '{{resolve:ssm-secure:/secure}}', B: { 'Fn::Sub': 'x{{resolve:ssm-secure:/secure:1}}' } } },
          },
        },
      },
    },
    'SSM Secure reference is not supported in: [AWS::Lambda::Function/Properties/Environment/Variables/A,AWS::Lambda::Function/Properties/Environment/Variables/B]',
  ],
];
