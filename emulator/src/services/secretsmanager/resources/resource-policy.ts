// AWS::SecretsManager::ResourcePolicy
