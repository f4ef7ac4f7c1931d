# State in a bucket, locked by an item of a table.
terraform {
  backend "s3" {
    bucket         = "locked-state"
    key            = "project/terraform.tfstate"
    region         = "us-east-1"
    dynamodb_table = "locks"
  }
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}

variable "word" {
  type = string
}

provider "aws" {
  region = "us-east-1"
}

resource "aws_ssm_parameter" "note" {
  name  = "/locked"
  type  = "String"
  value = var.word
}
