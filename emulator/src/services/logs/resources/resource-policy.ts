// AWS::Logs::ResourcePolicy
