resource "aws_lambda_function" "hello" {
  function_name    = "scenario-hello"
  description      = "says hello"
  role             = aws_iam_role.worker.arn
  runtime          = "nodejs20.x"
  handler          = "index.handler"
  filename         = "${path.module}/hello.zip"
  source_code_hash = filebase64sha256("${path.module}/hello.zip")
  memory_size      = 256
  timeout          = 10
  publish          = true
  tags             = { team = "blue" }
  environment {
    variables = { GREETING = "hello" }
  }
}

resource "aws_lambda_alias" "live" {
  name             = "live"
  function_name    = aws_lambda_function.hello.function_name
  function_version = aws_lambda_function.hello.version
}

resource "aws_lambda_permission" "events" {
  statement_id  = "AllowRule"
  action        = "lambda:InvokeFunction"
  function_name = aws_lambda_function.hello.function_name
  qualifier     = aws_lambda_alias.live.name
  principal     = "events.amazonaws.com"
  source_arn    = aws_cloudwatch_event_rule.orders.arn
}

resource "aws_lambda_function_event_invoke_config" "hello" {
  function_name                = aws_lambda_function.hello.function_name
  maximum_retry_attempts       = 1
  maximum_event_age_in_seconds = 120
  destination_config {
    on_failure {
      destination = aws_sqs_queue.dead.arn
    }
  }
}
