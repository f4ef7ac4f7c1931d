terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}

provider "aws" {
  region  = "us-east-1"
  profile = "of-the-real-cloud"
}

provider "aws" {
  alias  = "west"
  region = "us-west-2"
}

resource "aws_s3_bucket" "things" {
  bucket        = "tf-things"
  force_destroy = true
}

resource "aws_cloudwatch_log_group" "west" {
  provider = aws.west
  name     = "/tf/app"
}
