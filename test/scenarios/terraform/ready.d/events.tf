resource "aws_cloudwatch_event_bus" "shop" {
  name = "scenario-shop"
  tags = { team = "blue" }
}

resource "aws_cloudwatch_event_bus_policy" "shop" {
  event_bus_name = aws_cloudwatch_event_bus.shop.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Others"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111111111111:root" }
      Action    = "events:PutEvents"
      Resource  = aws_cloudwatch_event_bus.shop.arn
    }]
  })
}

resource "aws_cloudwatch_event_rule" "orders" {
  name           = "scenario-orders"
  description    = "orders over ten"
  event_bus_name = aws_cloudwatch_event_bus.shop.name
  event_pattern  = jsonencode({ source = ["shop"], detail = { total = [{ numeric = [">", 10] }] } })
  tags           = { team = "blue" }
}

resource "aws_cloudwatch_event_rule" "hourly" {
  name                = "scenario-hourly"
  schedule_expression = "rate(1 hour)"
}

resource "aws_cloudwatch_event_target" "function" {
  rule           = aws_cloudwatch_event_rule.orders.name
  event_bus_name = aws_cloudwatch_event_bus.shop.name
  target_id      = "function"
  arn            = aws_lambda_alias.live.arn
  input_transformer {
    input_paths    = { id = "$.detail.id" }
    input_template = "{\"order\": <id>}"
  }
  retry_policy {
    maximum_retry_attempts       = 2
    maximum_event_age_in_seconds = 120
  }
  dead_letter_config {
    arn = aws_sqs_queue.dead.arn
  }
}

resource "aws_cloudwatch_event_target" "queue" {
  rule      = aws_cloudwatch_event_rule.hourly.name
  target_id = "queue"
  arn       = aws_sqs_queue.jobs.arn
  input     = jsonencode({ every = "hour" })
}
