# Alarms, a dashboard, a metric stream, filters, a query and a subscription over logs; groups and rules of X-Ray.
variable "revision" {
  type = number
}

provider "aws" {
  region                      = "us-east-1"
  skip_credentials_validation = true
}

resource "aws_sns_topic" "trouble" {
  name           = "trouble"
  tracing_config = "Active"
}

resource "aws_cloudwatch_metric_alarm" "errors" {
  alarm_name          = "errors"
  namespace           = "AWS/Lambda"
  metric_name         = "Errors"
  dimensions          = { FunctionName = "orders" }
  statistic           = "Sum"
  period              = 60
  evaluation_periods  = var.revision
  threshold           = 1
  comparison_operator = "GreaterThanOrEqualToThreshold"
  treat_missing_data  = "notBreaching"
  alarm_actions       = [aws_sns_topic.trouble.arn]
  tags                = { team = "shop" }
}

resource "aws_cloudwatch_metric_alarm" "band" {
  alarm_name          = "band"
  evaluation_periods  = 2
  comparison_operator = "GreaterThanUpperThreshold"
  threshold_metric_id = "band"
  metric_query {
    id          = "band"
    expression  = "ANOMALY_DETECTION_BAND(m, 2)"
    label       = "expected"
    return_data = true
  }
  metric_query {
    id          = "m"
    return_data = true
    metric {
      namespace   = "AWS/SQS"
      metric_name = "NumberOfMessagesSent"
      period      = 60
      stat        = "Sum"
      dimensions  = { QueueName = "orders" }
    }
  }
}

resource "aws_cloudwatch_composite_alarm" "any" {
  alarm_name = "any"
  alarm_rule = "ALARM(${aws_cloudwatch_metric_alarm.errors.alarm_name}) OR ALARM(${aws_cloudwatch_metric_alarm.band.alarm_name})"
}

resource "aws_cloudwatch_dashboard" "shop" {
  dashboard_name = "shop"
  dashboard_body = jsonencode({ widgets = [{ type = "text", properties = { markdown = "revision ${var.revision}" } }] })
}

resource "aws_s3_bucket" "metrics" {
  bucket        = "metrics"
  force_destroy = true
}

resource "aws_iam_role" "all" {
  name = "watching"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = ["firehose.amazonaws.com", "streams.metrics.cloudwatch.amazonaws.com"] }, Action = "sts:AssumeRole" }]
  })
}

resource "aws_kinesis_firehose_delivery_stream" "metrics" {
  name        = "metrics"
  destination = "extended_s3"
  extended_s3_configuration {
    role_arn   = aws_iam_role.all.arn
    bucket_arn = aws_s3_bucket.metrics.arn
  }
}

resource "aws_cloudwatch_metric_stream" "all" {
  name          = "all"
  role_arn      = aws_iam_role.all.arn
  firehose_arn  = aws_kinesis_firehose_delivery_stream.metrics.arn
  output_format = var.revision == 1 ? "json" : "opentelemetry1.0"
  include_filter {
    namespace    = "AWS/Lambda"
    metric_names = ["Errors", "Invocations"]
  }
  statistics_configuration {
    additional_statistics = ["p90"]
    include_metric {
      namespace   = "AWS/Lambda"
      metric_name = "Duration"
    }
  }
  tags = { team = "shop" }
}

resource "aws_cloudwatch_log_group" "orders" {
  name = "/shop/orders"
}

resource "aws_cloudwatch_log_metric_filter" "failures" {
  name           = "failures"
  log_group_name = aws_cloudwatch_log_group.orders.name
  pattern        = "ERROR"
  metric_transformation {
    name      = "Failures"
    namespace = "Shop"
    value     = "1"
  }
}

resource "aws_cloudwatch_log_subscription_filter" "all" {
  name            = "all"
  log_group_name  = aws_cloudwatch_log_group.orders.name
  filter_pattern  = ""
  destination_arn = aws_kinesis_firehose_delivery_stream.metrics.arn
  role_arn        = aws_iam_role.all.arn
}

data "aws_cloudwatch_log_data_protection_policy_document" "mail" {
  name = "mail"
  statement {
    sid              = "audit"
    data_identifiers = ["arn:aws:dataprotection::aws:data-identifier/EmailAddress"]
    operation {
      audit {
        findings_destination {}
      }
    }
  }
  statement {
    sid              = "mask"
    data_identifiers = ["arn:aws:dataprotection::aws:data-identifier/EmailAddress"]
    operation {
      deidentify {
        mask_config {}
      }
    }
  }
}

resource "aws_cloudwatch_log_data_protection_policy" "orders" {
  log_group_name  = aws_cloudwatch_log_group.orders.name
  policy_document = data.aws_cloudwatch_log_data_protection_policy_document.mail.json
}

resource "aws_cloudwatch_log_account_policy" "mail" {
  policy_name     = "mail"
  policy_type     = "DATA_PROTECTION_POLICY"
  policy_document = data.aws_cloudwatch_log_data_protection_policy_document.mail.json
}

resource "aws_cloudwatch_log_index_policy" "orders" {
  log_group_name  = aws_cloudwatch_log_group.orders.name
  policy_document = jsonencode({ Fields = ["requestId", "revision${var.revision}"] })
}

resource "aws_cloudwatch_contributor_insight_rule" "busy" {
  rule_name  = "busy"
  rule_state = var.revision == 1 ? "ENABLED" : "DISABLED"
  rule_definition = jsonencode({
    Schema        = { Name = "CloudWatchLogRule", Version = 1 }
    LogGroupNames = [aws_cloudwatch_log_group.orders.name]
    LogFormat     = "JSON"
    Contribution  = { Keys = ["$.ip"], Filters = [] }
    AggregateOn   = "Count"
  })
  tags = { team = "shop" }
}

resource "aws_cloudwatch_contributor_managed_insight_rule" "connections" {
  resource_arn  = "arn:aws:ec2:us-east-1:000000000000:vpc-endpoint-service/vpce-svc-1"
  template_name = "VpcEndpointService-NewConnectionsByEndpointId-v1"
}

resource "aws_cloudwatch_query_definition" "slow" {
  name            = "slow"
  log_group_names = [aws_cloudwatch_log_group.orders.name]
  query_string    = "fields @timestamp | sort @timestamp desc | limit ${var.revision}0"
}

resource "aws_xray_group" "slow" {
  group_name        = "slow"
  filter_expression = "responsetime > ${var.revision}"
  insights_configuration {
    insights_enabled      = false
    notifications_enabled = false
  }
}

resource "aws_xray_sampling_rule" "orders" {
  rule_name      = "orders"
  priority       = 100 + var.revision
  version        = 1
  reservoir_size = 1
  fixed_rate     = 0.5
  url_path       = "/orders"
  host           = "*"
  http_method    = "*"
  service_type   = "*"
  service_name   = "*"
  resource_arn   = "*"
}

resource "aws_xray_encryption_config" "none" {
  type = "NONE"
}

resource "aws_xray_resource_policy" "sns" {
  policy_name = "sns"
  policy_document = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = "sns.amazonaws.com" }, Action = ["xray:PutTraceSegments"], Resource = "*" }]
  })
  bypass_policy_lockout_check = true
}
