resource "aws_ecr_repository" "images" {
  name                 = "plain/images"
  image_tag_mutability = ["", "MUTABLE", "IMMUTABLE"][var.revision]
  force_delete         = true
  image_scanning_configuration {
    scan_on_push = true
  }
}

resource "aws_ecr_repository_policy" "images" {
  repository = aws_ecr_repository.images.name
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Sid = title(local.word), Effect = "Allow", Principal = { AWS = local.root }, Action = ["ecr:BatchGetImage"] }]
  })
}

resource "aws_ecr_lifecycle_policy" "images" {
  repository = aws_ecr_repository.images.name
  policy = jsonencode({
    rules = [{
      rulePriority = 1
      description  = local.word
      selection    = { tagStatus = "untagged", countType = "sinceImagePushed", countUnit = "days", countNumber = 14 }
      action       = { type = "expire" }
    }]
  })
}
