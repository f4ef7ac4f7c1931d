// AWS::Logs::LogStream
