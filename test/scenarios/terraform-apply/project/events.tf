resource "aws_cloudwatch_event_bus" "shop" {
  name               = "plain-shop"
  description        = "orders, ${local.word}"
  kms_key_identifier = aws_kms_key.main.arn
  dead_letter_config {
    arn = aws_sqs_queue.dead.arn
  }
}

resource "aws_cloudwatch_event_bus" "partners" {
  name = "plain.partners"
}

resource "aws_cloudwatch_event_bus_policy" "shop" {
  event_bus_name = aws_cloudwatch_event_bus.shop.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = title(local.word)
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111111111111:root" }
      Action    = ["events:PutEvents"]
      Resource  = aws_cloudwatch_event_bus.shop.arn
      Condition = { StringEquals = { "events:detail-type" = ["order"] } }
    }]
  })
}

resource "aws_cloudwatch_event_permission" "partner" {
  event_bus_name = aws_cloudwatch_event_bus.partners.name
  principal      = "111111111111"
  statement_id   = "Partner"
}

resource "aws_cloudwatch_event_permission" "organization" {
  event_bus_name = aws_cloudwatch_event_bus.partners.name
  principal      = "*"
  statement_id   = "Organization"
  condition {
    key   = "aws:PrincipalOrgID"
    type  = "StringEquals"
    value = "o-1234567890"
  }
}

resource "aws_cloudwatch_event_rule" "orders" {
  name           = "plain-orders"
  description    = "orders over ten, ${local.word}"
  event_bus_name = aws_cloudwatch_event_bus.shop.name
  event_pattern  = jsonencode({ source = ["shop"], detail = { total = [{ numeric = [">", 10 * var.revision] }], word = [{ prefix = "<&>" }] } })
  role_arn       = aws_iam_role.worker.arn
}

resource "aws_cloudwatch_event_rule" "hourly" {
  name_prefix         = "plain-"
  schedule_expression = ["", "rate(1 hour)", "cron(0 12 * * ? *)"][var.revision]
  state               = ["", "ENABLED", "DISABLED"][var.revision]
}

resource "aws_cloudwatch_event_target" "function" {
  rule           = aws_cloudwatch_event_rule.orders.name
  event_bus_name = aws_cloudwatch_event_bus.shop.name
  target_id      = "function"
  arn            = aws_lambda_alias.live.arn
  input_transformer {
    input_paths    = { id = "$.detail.id", total = "$.detail.total" }
    input_template = "{\"order\": <id>, \"${local.word}\": \"<total>\"}"
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
  rule  = aws_cloudwatch_event_rule.hourly.name
  arn   = aws_sqs_queue.jobs.arn
  input = jsonencode({ every = "hour", word = local.word })
}

resource "aws_cloudwatch_event_target" "ordered" {
  rule           = aws_cloudwatch_event_rule.orders.name
  event_bus_name = aws_cloudwatch_event_bus.shop.name
  target_id      = "ordered"
  arn            = aws_sqs_queue.ordered.arn
  input_path     = "$.detail"
  sqs_target {
    message_group_id = "orders-${local.word}"
  }
}

resource "aws_cloudwatch_event_target" "bus" {
  rule           = aws_cloudwatch_event_rule.orders.name
  event_bus_name = aws_cloudwatch_event_bus.shop.name
  target_id      = "bus"
  arn            = aws_cloudwatch_event_bus.partners.arn
  role_arn       = aws_iam_role.worker.arn
}

resource "aws_cloudwatch_event_target" "log" {
  rule = aws_cloudwatch_event_rule.hourly.name
  arn  = aws_cloudwatch_log_group.app.arn
}

resource "aws_cloudwatch_event_target" "web" {
  rule           = aws_cloudwatch_event_rule.orders.name
  event_bus_name = aws_cloudwatch_event_bus.shop.name
  target_id      = "web"
  arn            = aws_cloudwatch_event_api_destination.web.arn
  role_arn       = aws_iam_role.worker.arn
  http_target {
    path_parameter_values   = ["$.detail.id"]
    header_parameters       = { "x-word" = local.word }
    query_string_parameters = { word = local.word }
  }
}

resource "aws_cloudwatch_event_endpoint" "global" {
  name        = "plain-global"
  description = local.word
  role_arn    = aws_iam_role.worker.arn
  event_bus {
    event_bus_arn = "arn:aws:events:us-east-1:${local.account}:event-bus/default"
  }
  event_bus {
    event_bus_arn = "arn:aws:events:us-west-2:${local.account}:event-bus/default"
  }
  replication_config {
    state = ["", "ENABLED", "DISABLED"][var.revision]
  }
  routing_config {
    failover_config {
      primary {
        health_check = "arn:aws:route53:::healthcheck/0a1b2c3d-0000-4000-8000-000000000000"
      }
      secondary {
        route = "us-west-2"
      }
    }
  }
}

resource "aws_cloudwatch_event_archive" "shop" {
  name             = "plain-shop"
  description      = local.word
  event_source_arn = aws_cloudwatch_event_bus.shop.arn
  retention_days   = var.revision
  event_pattern    = jsonencode({ source = ["shop"] })
}

resource "aws_cloudwatch_event_connection" "basic" {
  name               = "plain-basic"
  description        = local.word
  authorization_type = "BASIC"
  auth_parameters {
    basic {
      username = "user"
      password = "pass ${local.word}"
    }
    invocation_http_parameters {
      header {
        key             = "x-team"
        value           = "blue"
        is_value_secret = false
      }
      query_string {
        key             = "k"
        value           = local.word
        is_value_secret = true
      }
    }
  }
}

resource "aws_cloudwatch_event_connection" "key" {
  name               = "plain-key"
  authorization_type = "API_KEY"
  auth_parameters {
    api_key {
      key   = "x-api-key"
      value = "secret"
    }
  }
}

resource "aws_cloudwatch_event_connection" "token" {
  name               = "plain-token"
  authorization_type = "OAUTH_CLIENT_CREDENTIALS"
  auth_parameters {
    oauth {
      authorization_endpoint = "https://auth.example.com/token"
      http_method            = "POST"
      client_parameters {
        client_id     = "id"
        client_secret = "secret"
      }
      oauth_http_parameters {
        body {
          key             = "grant_type"
          value           = "client_credentials"
          is_value_secret = false
        }
      }
    }
  }
}

resource "aws_cloudwatch_event_api_destination" "web" {
  name                             = "plain-web"
  description                      = local.word
  invocation_endpoint              = "https://example.com/hook/*"
  http_method                      = "POST"
  invocation_rate_limit_per_second = 10 * var.revision
  connection_arn                   = aws_cloudwatch_event_connection.basic.arn
}
