resource "aws_cloudformation_stack" "small" {
  name       = "plain-small"
  parameters = { Seconds = tostring(30 * var.revision) }
  template_body = jsonencode({
    Parameters = { Seconds = { Type = "Number" } }
    Resources = {
      Queue = { Type = "AWS::SQS::Queue", Properties = { QueueName = "plain-from-stack", VisibilityTimeout = { Ref = "Seconds" } } }
    }
    Outputs = { Arn = { Value = { "Fn::GetAtt" = ["Queue", "Arn"] }, Export = { Name = "plain-queue" } } }
  })
}

resource "aws_cloudformation_stack" "stored" {
  name         = "plain-stored"
  template_url = "${local.origin}/${aws_s3_object.template.bucket}/${aws_s3_object.template.key}"
  capabilities = ["CAPABILITY_NAMED_IAM"]
  iam_role_arn = aws_iam_role.worker.arn
  depends_on   = [aws_cloudformation_stack.small]
}

locals {
  origin = replace(aws_sqs_queue.dead.url, "/^(https?:\\/\\/[^\\/]+).*/", "$1")
}

resource "aws_s3_object" "template" {
  bucket  = aws_s3_bucket.logs.id
  key     = "templates/stored.yaml"
  content = <<-EOT
    Resources:
      Parameter:
        Type: AWS::SSM::Parameter
        Properties:
          Name: /plain/from-stack
          Type: String
          Value: !ImportValue plain-queue
  EOT
}
