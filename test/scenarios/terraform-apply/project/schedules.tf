resource "aws_iam_role" "schedules" {
  name = "plain-schedules"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = "scheduler.amazonaws.com" }, Action = "sts:AssumeRole" }]
  })
}

resource "aws_scheduler_schedule_group" "reports" {
  name = "plain-reports"
  tags = { word = local.word }
}

resource "aws_scheduler_schedule_group" "prefixed" {
  name_prefix = "plain-"
}

resource "aws_scheduler_schedule" "nightly" {
  name                         = "plain-nightly"
  group_name                   = aws_scheduler_schedule_group.reports.name
  description                  = "reports, ${local.word}"
  schedule_expression          = ["", "cron(30 2 * * ? *)", "rate(1 day)"][var.revision]
  schedule_expression_timezone = ["", "Europe/Berlin", "UTC"][var.revision]
  start_date                   = "2100-01-01T00:00:00Z"
  end_date                     = "2101-01-01T00:00:00Z"
  state                        = ["", "ENABLED", "DISABLED"][var.revision]
  kms_key_arn                  = aws_kms_key.main.arn

  flexible_time_window {
    mode                      = "FLEXIBLE"
    maximum_window_in_minutes = 15 * var.revision
  }

  target {
    arn      = aws_sqs_queue.dead.arn
    role_arn = aws_iam_role.schedules.arn
    input    = jsonencode({ word = local.word })

    dead_letter_config {
      arn = aws_sqs_queue.dead.arn
    }
    retry_policy {
      maximum_event_age_in_seconds = 60 * var.revision
      maximum_retry_attempts       = 3
    }
  }
}

resource "aws_scheduler_schedule" "event" {
  name_prefix         = "plain-"
  schedule_expression = "at(2100-01-01T00:00:00)"
  flexible_time_window {
    mode = "OFF"
  }
  target {
    arn      = aws_cloudwatch_event_bus.shop.arn
    role_arn = aws_iam_role.schedules.arn
    input    = jsonencode({ word = local.word })
    eventbridge_parameters {
      detail_type = "report"
      source      = "shop"
    }
  }
}

resource "aws_scheduler_schedule" "call" {
  name                = "plain-call"
  schedule_expression = "at(2100-01-01T00:00:00)"
  flexible_time_window {
    mode = "OFF"
  }
  target {
    arn      = "arn:aws:scheduler:::aws-sdk:sqs:purgeQueue"
    role_arn = aws_iam_role.schedules.arn
    input    = jsonencode({ QueueUrl = aws_sqs_queue.dead.url })
  }
}
