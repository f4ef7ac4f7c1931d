// The domain name in an ARN: `arn:aws:apigateway:us-east-1:123456789012:/domainnames/example.com+abc123`. Pure.
export const domainOf = (arn = ''): string => /\/domainnames\/([^+/]+)/.exec(arn)?.[1] ?? arn;
