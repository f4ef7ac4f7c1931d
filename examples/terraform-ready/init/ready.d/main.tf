# A queue whose messages a function takes. The emulator applies it when it starts, and points the provider at itself.
terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "5.100.0"
    }
  }
}

provider "aws" {
  region = "us-east-1"
}

resource "aws_sqs_queue" "names" {
  name = "names"
}

resource "aws_iam_role" "greet" {
  name = "greet"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = "lambda.amazonaws.com" }, Action = "sts:AssumeRole" }]
  })
}

resource "aws_iam_role_policy_attachment" "greet" {
  role       = aws_iam_role.greet.name
  policy_arn = "arn:aws:iam::aws:policy/service-role/AWSLambdaSQSQueueExecutionRole"
}

# The key is a folder of this machine; the emulator replaces the variable by its working directory.
resource "aws_lambda_function" "greet" {
  function_name = "greet"
  role          = aws_iam_role.greet.arn
  runtime       = "nodejs22.x"
  handler       = "greet.handler"
  s3_bucket     = "hot-reload"
  s3_key        = "$PWD/examples/terraform-ready/src"
}

resource "aws_lambda_event_source_mapping" "names" {
  function_name    = aws_lambda_function.greet.arn
  event_source_arn = aws_sqs_queue.names.arn
}
