# State in a bucket, locked by an object beside it: another project of another account.
terraform {
  backend "s3" {
    bucket       = "plain-state"
    key          = "project/terraform.tfstate"
    region       = "us-east-1"
    encrypt      = true
    use_lockfile = true
  }
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}

provider "aws" {
  region = "us-east-1"
}

resource "aws_ssm_parameter" "note" {
  name  = "/backend/${terraform.workspace}"
  type  = "String"
  value = terraform.workspace
}

output "version" {
  value = aws_ssm_parameter.note.version
}
