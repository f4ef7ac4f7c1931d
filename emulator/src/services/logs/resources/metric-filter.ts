// AWS::Logs::MetricFilter
