// Two stacks, the second of which needs the first: with cdktf, or with its continuation.
const { App, TerraformOutput, TerraformProvider, TerraformResource, TerraformStack } = require(process.env.CDKTF_PACKAGE);

class AwsStack extends TerraformStack {
  constructor(scope, name) {
    super(scope, name);
    const source = { terraformResourceType: 'aws', terraformProviderSource: 'hashicorp/aws' };
    new TerraformProvider(this, 'aws', source).addOverride('region', 'eu-west-1');
  }

  resource(type, id, attributes) {
    const resource = new TerraformResource(this, id, { terraformResourceType: type });
    for (const [name, value] of Object.entries(attributes)) resource.addOverride(name, value);
    return resource;
  }
}

const app = new App();
const events = new AwsStack(app, 'events');
const bus = events.resource('aws_cloudwatch_event_bus', 'bus', { name: app.node.getContext('bus') });
const settings = new AwsStack(app, 'settings');
const parameter = settings.resource('aws_ssm_parameter', 'parameter', {
  name: '/bus',
  type: 'String',
  value: bus.getStringAttribute('arn'),
});
new TerraformOutput(settings, 'name', { value: parameter.getStringAttribute('name') });
app.synth();
