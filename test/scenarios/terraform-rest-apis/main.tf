variable "revision" {
  type    = number
  default = 1
}

provider "aws" {
  region                      = "us-east-1"
  skip_credentials_validation = true
}

resource "aws_api_gateway_rest_api" "shop" {
  name                     = "shop"
  description              = "revision ${var.revision}"
  binary_media_types       = ["image/png"]
  minimum_compression_size = 100 * var.revision
  tags                     = { revision = "r${var.revision}" }
  endpoint_configuration {
    types = ["REGIONAL"]
  }
}

resource "aws_api_gateway_rest_api_policy" "shop" {
  rest_api_id = aws_api_gateway_rest_api.shop.id
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Principal = "*", Action = "execute-api:Invoke", Resource = "${aws_api_gateway_rest_api.shop.execution_arn}/*" }]
  })
}

resource "aws_api_gateway_resource" "pets" {
  rest_api_id = aws_api_gateway_rest_api.shop.id
  parent_id   = aws_api_gateway_rest_api.shop.root_resource_id
  path_part   = "pets"
}

resource "aws_api_gateway_model" "pet" {
  rest_api_id  = aws_api_gateway_rest_api.shop.id
  name         = "Pet"
  description  = "revision ${var.revision}"
  content_type = "application/json"
  schema       = jsonencode({ type = "object" })
}

resource "aws_api_gateway_request_validator" "all" {
  rest_api_id                 = aws_api_gateway_rest_api.shop.id
  name                        = "all-${var.revision}"
  validate_request_body       = true
  validate_request_parameters = var.revision == 2
}

resource "aws_api_gateway_authorizer" "token" {
  rest_api_id                      = aws_api_gateway_rest_api.shop.id
  name                             = "token"
  type                             = "TOKEN"
  authorizer_uri                   = "arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:000000000000:function:judge/invocations"
  authorizer_result_ttl_in_seconds = 60 * var.revision
  identity_validation_expression   = "[a-z]+"
}

resource "aws_api_gateway_method" "put" {
  rest_api_id          = aws_api_gateway_rest_api.shop.id
  resource_id          = aws_api_gateway_resource.pets.id
  http_method          = "POST"
  authorization        = var.revision == 1 ? "NONE" : "CUSTOM"
  authorizer_id        = var.revision == 1 ? null : aws_api_gateway_authorizer.token.id
  api_key_required     = var.revision == 2
  request_validator_id = aws_api_gateway_request_validator.all.id
  request_models       = { "application/json" = aws_api_gateway_model.pet.name }
  request_parameters   = { "method.request.header.x" = true, "method.request.querystring.q${var.revision}" = false }
}

resource "aws_api_gateway_integration" "put" {
  rest_api_id          = aws_api_gateway_rest_api.shop.id
  resource_id          = aws_api_gateway_resource.pets.id
  http_method          = aws_api_gateway_method.put.http_method
  type                 = "MOCK"
  passthrough_behavior = "WHEN_NO_TEMPLATES"
  timeout_milliseconds = 1000 * var.revision
  request_templates    = { "application/json" = "{\"statusCode\": 200, \"revision\": ${var.revision}}" }
}

resource "aws_api_gateway_method_response" "put" {
  rest_api_id         = aws_api_gateway_rest_api.shop.id
  resource_id         = aws_api_gateway_resource.pets.id
  http_method         = aws_api_gateway_method.put.http_method
  status_code         = "200"
  response_models     = { "application/json" = aws_api_gateway_model.pet.name }
  response_parameters = { "method.response.header.x" = true }
}

resource "aws_api_gateway_integration_response" "put" {
  rest_api_id         = aws_api_gateway_rest_api.shop.id
  resource_id         = aws_api_gateway_resource.pets.id
  http_method         = aws_api_gateway_method.put.http_method
  status_code         = aws_api_gateway_method_response.put.status_code
  response_templates  = { "application/json" = "revision ${var.revision}" }
  response_parameters = { "method.response.header.x" = "'${var.revision}'" }
  depends_on          = [aws_api_gateway_integration.put]
}

resource "aws_api_gateway_gateway_response" "throttled" {
  rest_api_id         = aws_api_gateway_rest_api.shop.id
  response_type       = "THROTTLED"
  status_code         = 429 + var.revision
  response_templates  = { "application/json" = "{\"revision\": ${var.revision}}" }
  response_parameters = { "gatewayresponse.header.x" = "'1'" }
}

resource "aws_api_gateway_deployment" "shop" {
  rest_api_id = aws_api_gateway_rest_api.shop.id
  description = "revision ${var.revision}"
  triggers    = { revision = var.revision }
  depends_on  = [aws_api_gateway_integration_response.put]
  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_api_gateway_client_certificate" "shop" {
  description = "revision ${var.revision}"
}

resource "aws_cloudwatch_log_group" "access" {
  name = "/apis/shop"
}

resource "aws_api_gateway_stage" "live" {
  rest_api_id           = aws_api_gateway_rest_api.shop.id
  deployment_id         = aws_api_gateway_deployment.shop.id
  stage_name            = "live"
  description           = "revision ${var.revision}"
  variables             = { revision = "r${var.revision}" }
  xray_tracing_enabled  = var.revision == 2
  client_certificate_id = aws_api_gateway_client_certificate.shop.id
  documentation_version = aws_api_gateway_documentation_version.one.version
  access_log_settings {
    destination_arn = aws_cloudwatch_log_group.access.arn
    format          = "$context.requestId ${var.revision}"
  }
}

resource "aws_api_gateway_method_settings" "pets" {
  rest_api_id = aws_api_gateway_rest_api.shop.id
  stage_name  = aws_api_gateway_stage.live.stage_name
  method_path = "pets/POST"
  settings {
    logging_level        = var.revision == 1 ? "INFO" : "ERROR"
    metrics_enabled      = true
    throttling_rate_limit  = 10 * var.revision
    throttling_burst_limit = 5
  }
}

resource "aws_api_gateway_api_key" "key" {
  name        = "key"
  description = "revision ${var.revision}"
  enabled     = var.revision == 1
}

resource "aws_api_gateway_usage_plan" "plan" {
  name = "plan-${var.revision}"
  api_stages {
    api_id = aws_api_gateway_rest_api.shop.id
    stage  = aws_api_gateway_stage.live.stage_name
    throttle {
      path        = "/pets/POST"
      rate_limit  = var.revision
      burst_limit = 1
    }
  }
  quota_settings {
    limit  = 100 * var.revision
    period = "WEEK"
  }
  throttle_settings {
    rate_limit  = 10 * var.revision
    burst_limit = 5
  }
}

resource "aws_api_gateway_usage_plan_key" "key" {
  key_id        = aws_api_gateway_api_key.key.id
  key_type      = "API_KEY"
  usage_plan_id = aws_api_gateway_usage_plan.plan.id
}

resource "aws_api_gateway_domain_name" "shop" {
  domain_name              = "shop.example.com"
  regional_certificate_arn = "arn:aws:acm:us-east-1:000000000000:certificate/${var.revision}"
  endpoint_configuration {
    types = ["REGIONAL"]
  }
}

resource "aws_api_gateway_base_path_mapping" "shop" {
  api_id      = aws_api_gateway_rest_api.shop.id
  stage_name  = aws_api_gateway_stage.live.stage_name
  domain_name = aws_api_gateway_domain_name.shop.domain_name
  base_path   = "v${var.revision}"
}

resource "aws_api_gateway_documentation_part" "api" {
  rest_api_id = aws_api_gateway_rest_api.shop.id
  properties  = jsonencode({ description = "revision ${var.revision}" })
  location {
    type   = "METHOD"
    method = "POST"
    path   = "/pets"
  }
}

resource "aws_api_gateway_documentation_version" "one" {
  rest_api_id = aws_api_gateway_rest_api.shop.id
  version     = "one"
  description = "revision ${var.revision}"
  depends_on  = [aws_api_gateway_documentation_part.api]
}

resource "aws_api_gateway_vpc_link" "link" {
  name        = "link-${var.revision}"
  target_arns = ["arn:aws:elasticloadbalancing:us-east-1:000000000000:loadbalancer/net/x/1"]
}

resource "aws_api_gateway_account" "account" {
  cloudwatch_role_arn = "arn:aws:iam::000000000000:role/logs-${var.revision}"
}

resource "aws_api_gateway_rest_api" "document" {
  name = "document"
  body = jsonencode({
    openapi = "3.0.1"
    info    = { title = "document", version = "${var.revision}" }
    paths = {
      "/pets/{id}" = {
        get = {
          x-amazon-apigateway-integration = { type = "HTTP_PROXY", httpMethod = "GET", uri = "https://endpoint.example/${var.revision}" }
        }
      }
    }
  })
}

output "root" {
  value = aws_api_gateway_stage.live.invoke_url
}
