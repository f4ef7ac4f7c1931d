resource "aws_iam_role" "pipes" {
  name = "plain-pipes"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = "pipes.amazonaws.com" }, Action = "sts:AssumeRole" }]
  })
}

resource "aws_sqs_queue" "piped" {
  name = "plain-piped"
}

resource "aws_pipes_pipe" "plain" {
  name_prefix = "plain-"
  role_arn    = aws_iam_role.pipes.arn
  source      = aws_sqs_queue.piped.arn
  target      = aws_sqs_queue.jobs.arn
}

resource "aws_pipes_pipe" "whole" {
  name               = "plain-whole"
  description        = "orders, ${local.word}"
  role_arn           = aws_iam_role.pipes.arn
  desired_state      = ["", "RUNNING", "STOPPED"][var.revision]
  source             = aws_sqs_queue.piped.arn
  target             = aws_cloudwatch_event_bus.shop.arn
  kms_key_identifier = aws_kms_key.main.arn

  source_parameters {
    filter_criteria {
      filter {
        pattern = jsonencode({ body = { kind = [local.word] } })
      }
    }
    sqs_queue_parameters {
      batch_size                         = 5 * var.revision
      maximum_batching_window_in_seconds = var.revision
    }
  }

  target_parameters {
    input_template = "{\"order\": <$.body.order>, \"word\": \"${local.word}\"}"
    eventbridge_event_bus_parameters {
      detail_type = "order"
      source      = "shop"
      resources   = [aws_sqs_queue.piped.arn]
      time        = "$.body.at"
    }
  }

  log_configuration {
    level                  = ["", "INFO", "TRACE"][var.revision]
    include_execution_data = ["ALL"]
    cloudwatch_logs_log_destination {
      log_group_arn = aws_cloudwatch_log_group.pipes.arn
    }
  }

  tags = { word = local.word }
}

resource "aws_cloudwatch_log_group" "pipes" {
  name = "/aws/vendedlogs/pipes/plain"
}
