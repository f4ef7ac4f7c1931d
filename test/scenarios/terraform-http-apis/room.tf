# A chat whose connections are in a table: each message goes to all of them.

resource "aws_dynamodb_table" "connections" {
  name         = "connections"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"
  attribute {
    name = "id"
    type = "S"
  }
}

resource "aws_iam_role_policy" "room" {
  name = "room"
  role = aws_iam_role.function.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect   = "Allow"
        Action   = ["dynamodb:PutItem", "dynamodb:DeleteItem", "dynamodb:Scan"]
        Resource = aws_dynamodb_table.connections.arn
      },
      { Effect = "Allow", Action = "execute-api:ManageConnections", Resource = "${aws_apigatewayv2_api.room.execution_arn}/*" },
    ]
  })
}

resource "aws_lambda_function" "room" {
  function_name = "room"
  role          = aws_iam_role.function.arn
  runtime       = "nodejs22.x"
  handler       = "room.handler"
  filename      = "function.zip"
  timeout       = 30
  environment {
    variables = { TABLE = aws_dynamodb_table.connections.name, REVISION = "${var.revision}" }
  }
}

resource "aws_apigatewayv2_api" "room" {
  name                       = "room"
  protocol_type              = "WEBSOCKET"
  route_selection_expression = "$request.body.action"
}

resource "aws_lambda_permission" "room" {
  function_name = aws_lambda_function.room.function_name
  action        = "lambda:InvokeFunction"
  principal     = "apigateway.amazonaws.com"
  source_arn    = "${aws_apigatewayv2_api.room.execution_arn}/*"
}

resource "aws_apigatewayv2_integration" "room" {
  api_id           = aws_apigatewayv2_api.room.id
  integration_type = "AWS_PROXY"
  integration_uri  = aws_lambda_function.room.invoke_arn
}

resource "aws_apigatewayv2_route" "room" {
  for_each  = toset(["$connect", "$disconnect", "$default"])
  api_id    = aws_apigatewayv2_api.room.id
  route_key = each.key
  target    = "integrations/${aws_apigatewayv2_integration.room.id}"
}

resource "aws_apigatewayv2_stage" "room" {
  api_id      = aws_apigatewayv2_api.room.id
  name        = "live"
  auto_deploy = true
  depends_on  = [aws_apigatewayv2_route.room]
}

output "room" {
  value = aws_apigatewayv2_stage.room.invoke_url
}
