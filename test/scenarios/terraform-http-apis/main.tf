variable "revision" {
  type    = number
  default = 1
}

provider "aws" {
  region                      = "us-east-1"
  skip_credentials_validation = true
}

resource "aws_iam_role" "function" {
  name = "function"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = { Service = "lambda.amazonaws.com" }, Action = "sts:AssumeRole" }]
  })
}

resource "aws_lambda_function" "echo" {
  function_name = "echo"
  role          = aws_iam_role.function.arn
  runtime       = "nodejs22.x"
  handler       = "index.handler"
  filename      = "function.zip"
}

resource "aws_lambda_permission" "apis" {
  function_name = aws_lambda_function.echo.function_name
  statement_id  = "apis"
  action        = "lambda:InvokeFunction"
  principal     = "apigateway.amazonaws.com"
  source_arn    = "arn:aws:execute-api:us-east-1:000000000000:*"
}

resource "aws_cloudwatch_log_group" "access" {
  name = "/apis/http"
}

resource "aws_apigatewayv2_api" "http" {
  name          = "http-${var.revision}"
  protocol_type = "HTTP"
  description   = "revision ${var.revision}"
  version       = "v${var.revision}"
  tags          = { revision = "r${var.revision}" }
  cors_configuration {
    allow_origins     = ["https://shop-${var.revision}.example"]
    allow_methods     = ["GET", "POST"]
    allow_headers     = ["content-type"]
    expose_headers    = ["x-revision"]
    allow_credentials = var.revision == 2
    max_age           = 100 * var.revision
  }
}

resource "aws_apigatewayv2_authorizer" "jwt" {
  api_id           = aws_apigatewayv2_api.http.id
  name             = "jwt-${var.revision}"
  authorizer_type  = "JWT"
  identity_sources = ["$request.header.Authorization"]
  jwt_configuration {
    audience = ["app-${var.revision}"]
    issuer   = "https://issuer.example"
  }
}

resource "aws_apigatewayv2_authorizer" "function" {
  api_id                            = aws_apigatewayv2_api.http.id
  name                              = "function"
  authorizer_type                   = "REQUEST"
  authorizer_uri                    = aws_lambda_function.echo.invoke_arn
  authorizer_payload_format_version = var.revision == 1 ? "1.0" : "2.0"
  authorizer_result_ttl_in_seconds  = 60 * var.revision
  enable_simple_responses           = var.revision == 2
  identity_sources                  = ["$request.header.x-${var.revision}"]
}

resource "aws_apigatewayv2_integration" "function" {
  api_id                 = aws_apigatewayv2_api.http.id
  description            = "revision ${var.revision}"
  integration_type       = "AWS_PROXY"
  integration_method     = "POST"
  integration_uri        = aws_lambda_function.echo.invoke_arn
  payload_format_version = "2.0"
  timeout_milliseconds   = 1000 * var.revision
  request_parameters     = { "append:header.revision" = "${var.revision}" }
  # The provider takes mappings away whose status stays while they change: the status changes, too.
  response_parameters {
    status_code = var.revision == 1 ? "200" : "404"
    mappings    = { "overwrite:header.x-revision" = "${var.revision}" }
  }
}

resource "aws_apigatewayv2_route" "pets" {
  api_id             = aws_apigatewayv2_api.http.id
  route_key          = "GET /pets-${var.revision}"
  target             = "integrations/${aws_apigatewayv2_integration.function.id}"
  operation_name     = "pets"
  authorization_type = var.revision == 1 ? "NONE" : "JWT"
  authorizer_id      = var.revision == 1 ? null : aws_apigatewayv2_authorizer.jwt.id
  authorization_scopes = var.revision == 1 ? [] : ["read"]
}

resource "aws_apigatewayv2_stage" "default" {
  api_id      = aws_apigatewayv2_api.http.id
  name        = "$default"
  auto_deploy = true
  access_log_settings {
    destination_arn = aws_cloudwatch_log_group.access.arn
    format          = "$context.requestId ${var.revision}"
  }
  default_route_settings {
    throttling_burst_limit = 100 * var.revision
    throttling_rate_limit  = 50
  }
  route_settings {
    route_key              = aws_apigatewayv2_route.pets.route_key
    throttling_burst_limit = 10
    throttling_rate_limit  = 5 * var.revision
  }
  stage_variables = { revision = "r${var.revision}" }
  tags            = { revision = "r${var.revision}" }
}

resource "aws_apigatewayv2_domain_name" "shop" {
  domain_name = "http.example.com"
  domain_name_configuration {
    certificate_arn = "arn:aws:acm:us-east-1:000000000000:certificate/${var.revision}"
    endpoint_type   = "REGIONAL"
    security_policy = "TLS_1_2"
  }
  tags = { revision = "r${var.revision}" }
}

resource "aws_apigatewayv2_api_mapping" "shop" {
  api_id          = aws_apigatewayv2_api.http.id
  domain_name     = aws_apigatewayv2_domain_name.shop.id
  stage           = aws_apigatewayv2_stage.default.id
  api_mapping_key = "v${var.revision}"
}

resource "aws_apigatewayv2_vpc_link" "link" {
  name               = "link-${var.revision}"
  security_group_ids = ["sg-1"]
  subnet_ids         = ["subnet-1"]
}

resource "aws_apigatewayv2_api" "document" {
  name          = "document"
  protocol_type = "HTTP"
  version       = "1"
  body = jsonencode({
    openapi = "3.0.1"
    info    = { title = "document", version = "1" }
    paths = {
      "/pets-${var.revision}" = {
        get = {
          x-amazon-apigateway-integration = {
            type = "AWS_PROXY", httpMethod = "POST", uri = aws_lambda_function.echo.invoke_arn, payloadFormatVersion = "2.0"
          }
        }
      }
    }
  })
}

resource "aws_apigatewayv2_api" "quick" {
  name          = "quick"
  protocol_type = "HTTP"
  route_key     = "GET /quick-${var.revision}"
  target        = aws_lambda_function.echo.arn
}

resource "aws_apigatewayv2_api" "chat" {
  name                         = "chat"
  protocol_type                = "WEBSOCKET"
  route_selection_expression   = "$request.body.action${var.revision}"
  api_key_selection_expression = "$request.header.x-api-key"
}

resource "aws_apigatewayv2_integration" "chat" {
  api_id                        = aws_apigatewayv2_api.chat.id
  integration_type              = "MOCK"
  passthrough_behavior          = "WHEN_NO_TEMPLATES"
  request_templates             = { "200" = "{\"statusCode\": 200, \"revision\": ${var.revision}}" }
  template_selection_expression = "200"
  timeout_milliseconds          = 1000 * var.revision
}

resource "aws_apigatewayv2_integration_response" "chat" {
  api_id                   = aws_apigatewayv2_api.chat.id
  integration_id           = aws_apigatewayv2_integration.chat.id
  integration_response_key = "$default"
  response_templates       = { "200" = "{\"revision\": ${var.revision}}" }
}

resource "aws_apigatewayv2_model" "message" {
  api_id       = aws_apigatewayv2_api.chat.id
  name         = "Message"
  description  = "revision ${var.revision}"
  content_type = "application/json"
  schema       = jsonencode({ type = "object", title = "Message${var.revision}" })
}

resource "aws_apigatewayv2_route" "chat" {
  for_each                            = toset(["$connect", "$default", "say"])
  api_id                              = aws_apigatewayv2_api.chat.id
  route_key                           = each.key
  target                              = "integrations/${aws_apigatewayv2_integration.chat.id}"
  api_key_required                    = var.revision == 2 && each.key == "say"
  operation_name                      = "revision${var.revision}"
  route_response_selection_expression = each.key == "say" ? "$default" : null
}

resource "aws_apigatewayv2_route_response" "say" {
  api_id             = aws_apigatewayv2_api.chat.id
  route_id           = aws_apigatewayv2_route.chat["say"].id
  route_response_key = "$default"
}

resource "aws_apigatewayv2_deployment" "chat" {
  api_id      = aws_apigatewayv2_api.chat.id
  description = "revision ${var.revision}"
  triggers    = { revision = var.revision }
  depends_on  = [aws_apigatewayv2_route.chat, aws_apigatewayv2_integration_response.chat]
  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_apigatewayv2_stage" "chat" {
  api_id        = aws_apigatewayv2_api.chat.id
  name          = "live"
  deployment_id = aws_apigatewayv2_deployment.chat.id
  default_route_settings {
    data_trace_enabled       = var.revision == 2
    detailed_metrics_enabled = true
    logging_level            = var.revision == 1 ? "INFO" : "ERROR"
    throttling_burst_limit   = 100
    throttling_rate_limit    = 50
  }
}
