# A table whose stream a function and a pipe follow.
variable "revision" {
  type = number
}

provider "aws" {
  region                      = "us-east-1"
  skip_credentials_validation = true
}

resource "aws_dynamodb_table" "orders" {
  name             = "orders"
  billing_mode     = "PAY_PER_REQUEST"
  hash_key         = "id"
  stream_enabled   = true
  stream_view_type = "NEW_AND_OLD_IMAGES"
  attribute {
    name = "id"
    type = "S"
  }
}

resource "aws_iam_role" "all" {
  name = "follower"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = ["lambda.amazonaws.com", "pipes.amazonaws.com"] }, Action = "sts:AssumeRole" }]
  })
}

resource "aws_lambda_function" "follower" {
  function_name = "follower"
  role          = aws_iam_role.all.arn
  runtime       = "nodejs20.x"
  handler       = "index.handler"
  filename      = "function.zip"
}

resource "aws_sqs_queue" "lost" {
  name = "lost"
}

resource "aws_lambda_event_source_mapping" "orders" {
  event_source_arn                   = aws_dynamodb_table.orders.stream_arn
  function_name                      = aws_lambda_function.follower.arn
  starting_position                  = "TRIM_HORIZON"
  batch_size                         = 10 * var.revision
  bisect_batch_on_function_error     = true
  maximum_retry_attempts             = 2 * var.revision
  maximum_record_age_in_seconds      = 120
  parallelization_factor             = var.revision
  tumbling_window_in_seconds         = 30
  maximum_batching_window_in_seconds = 1
  function_response_types            = ["ReportBatchItemFailures"]
  filter_criteria {
    filter {
      pattern = jsonencode({ eventName = ["INSERT"] })
    }
  }
  destination_config {
    on_failure {
      destination_arn = aws_sqs_queue.lost.arn
    }
  }
}

resource "aws_pipes_pipe" "orders" {
  name     = "orders"
  role_arn = aws_iam_role.all.arn
  source   = aws_dynamodb_table.orders.stream_arn
  target   = aws_lambda_function.follower.arn
  source_parameters {
    dynamodb_stream_parameters {
      starting_position      = "LATEST"
      batch_size             = 3 * var.revision
      maximum_retry_attempts = 4
      dead_letter_config {
        arn = aws_sqs_queue.lost.arn
      }
    }
  }
}
