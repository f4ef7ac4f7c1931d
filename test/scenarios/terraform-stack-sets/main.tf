# A stack set with an instance that overrides a parameter, and one whose instances are a group: in the account that calls, the one for which the
# provider asks there.
variable "revision" {
  type = number
}

provider "aws" {
  region                      = "us-east-1"
  skip_credentials_validation = true
}

locals {
  template = jsonencode({
    Parameters = { Delay = { Type = "Number" } }
    Resources = {
      Queue = { Type = "AWS::SQS::Queue", Properties = { QueueName = "spread", DelaySeconds = { Ref = "Delay" } } }
    }
  })
}

resource "aws_cloudformation_stack_set" "spread" {
  name                    = "spread"
  description             = "revision ${var.revision}"
  administration_role_arn = "arn:aws:iam::000000000000:role/AWSCloudFormationStackSetAdministrationRole"
  template_body           = local.template
  parameters              = { Delay = var.revision }
  tags                    = { team = "blue" }
  operation_preferences {
    failure_tolerance_count = 1
    max_concurrent_count    = 2
  }
}

resource "aws_cloudformation_stack_set_instance" "alone" {
  stack_set_name      = aws_cloudformation_stack_set.spread.name
  account_id          = "111111111111"
  region              = "us-west-2"
  parameter_overrides = { Delay = 10 * var.revision }
}

resource "aws_cloudformation_stack_set" "grouped" {
  name                    = "grouped"
  administration_role_arn = "arn:aws:iam::000000000000:role/AWSCloudFormationStackSetAdministrationRole"
  template_body = replace(local.template, "spread", "grouped")
  parameters    = { Delay = var.revision }
}

resource "aws_cloudformation_stack_instances" "together" {
  stack_set_name = aws_cloudformation_stack_set.grouped.name
  regions        = ["eu-west-1", "us-east-1"]
}

# The provider knows no durable functions: CloudFormation does.
resource "aws_cloudformation_stack" "durable" {
  name         = "durable"
  capabilities = ["CAPABILITY_IAM"]
  template_body = jsonencode({
    Resources = {
      Fn = {
        Type = "AWS::Lambda::Function"
        Properties = {
          FunctionName  = "durable"
          Runtime       = "nodejs20.x"
          Handler       = "index.handler"
          Role          = "arn:aws:iam::000000000000:role/durable"
          DurableConfig = { ExecutionTimeout = 1000000 * var.revision, RetentionPeriodInDays = var.revision }
          Code          = { ZipFile = file("${path.module}/durable.js") }
        }
      }
    }
  })
}
