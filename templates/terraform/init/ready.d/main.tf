# A bus whose rule sends orders to a function. The emulator applies it when it starts, and points the provider at itself.
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

variable "code" {
  type        = string
  description = "The folder of the function: the emulator runs it from there, and reloads it when a file changes."
}

resource "aws_cloudwatch_event_bus" "shop" {
  name = "{{name}}"
}

resource "aws_iam_role" "function" {
  name = "{{name}}"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = "lambda.amazonaws.com" }, Action = "sts:AssumeRole" }]
  })
}

resource "aws_lambda_function" "on_order" {
  function_name = "{{name}}"
  role          = aws_iam_role.function.arn
  runtime       = "nodejs{{node}}.x"
  handler       = "on-order.handler"
  s3_bucket     = "hot-reload"
  s3_key        = var.code
}

resource "aws_cloudwatch_event_rule" "orders" {
  name           = "orders"
  event_bus_name = aws_cloudwatch_event_bus.shop.name
  event_pattern  = jsonencode({ source = ["shop"] })
}

resource "aws_cloudwatch_event_target" "on_order" {
  event_bus_name = aws_cloudwatch_event_bus.shop.name
  rule           = aws_cloudwatch_event_rule.orders.name
  arn            = aws_lambda_function.on_order.arn
}

resource "aws_lambda_permission" "orders" {
  function_name = aws_lambda_function.on_order.function_name
  action        = "lambda:InvokeFunction"
  principal     = "events.amazonaws.com"
  source_arn    = aws_cloudwatch_event_rule.orders.arn
}
