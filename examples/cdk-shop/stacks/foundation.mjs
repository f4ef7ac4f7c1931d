// The base of the other stacks: a key and a secret, settings, a layer.

import { Key } from 'aws-cdk-lib/aws-kms';
import { Code, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { StringListParameter, StringParameter } from 'aws-cdk-lib/aws-ssm';
import { CfnParameter, RemovalPolicy, Stack } from 'aws-cdk-lib/core';

export class Keys extends Stack {
  constructor(scope, id, props) {
    super(scope, id, props);
    this.key = new Key(this, 'Key', { alias: 'shop', enableKeyRotation: true, removalPolicy: RemovalPolicy.DESTROY });
    this.secret = new Secret(this, 'ApiKey', {
      encryptionKey: this.key,
      generateSecretString: { secretStringTemplate: '{"user":"shop"}', generateStringKey: 'key', excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}

export class Settings extends Stack {
  constructor(scope, id, { edition, adopt, broken, ...props }) {
    super(scope, id, props);
    const currency = new CfnParameter(this, 'Currency', { default: 'EUR', allowedValues: ['EUR', 'CHF'] });
    new StringParameter(this, 'CurrencySetting', { parameterName: '/shop/currency', stringValue: currency.valueAsString });
    new StringListParameter(this, 'Countries', { parameterName: '/shop/countries', stringListValue: ['AT', 'CH', edition] });
    if (adopt) new Bucket(this, 'Pictures', { bucketName: adopt, removalPolicy: RemovalPolicy.DESTROY });
    // The parameter service takes no name that begins like this.
    if (broken) {
      const last = new StringParameter(this, 'BeforeBroken', { parameterName: '/shop/before', stringValue: 'here' });
      new StringParameter(this, 'Broken', { parameterName: '/aws/shop', stringValue: 'never' }).node.addDependency(last);
    }
  }
}

export class Layers extends Stack {
  constructor(scope, id, props) {
    super(scope, id, props);
    this.prices = new LayerVersion(this, 'Prices', {
      code: Code.fromAsset('layers/prices'),
      compatibleRuntimes: [Runtime.NODEJS_20_X, Runtime.NODEJS_22_X],
    });
  }
}
