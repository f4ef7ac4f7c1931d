resource "aws_kms_key" "main" {
  description             = "plain, ${local.word}"
  deletion_window_in_days = 7
  enable_key_rotation     = true
  rotation_period_in_days = 90 * var.revision
  policy = jsonencode({
    Version = "2012-10-17"
    Id      = local.word
    Statement = [
      { Sid = "Root", Effect = "Allow", Principal = { AWS = local.root }, Action = "kms:*", Resource = "*" },
      { Sid = "Services", Effect = "Allow", Principal = { Service = "s3.amazonaws.com" }, Action = ["kms:Decrypt", "kms:GenerateDataKey"], Resource = "*" },
    ]
  })
}

resource "aws_kms_key" "plain" {
  deletion_window_in_days = 7
  is_enabled              = var.revision == 1
}

resource "aws_kms_key_policy" "plain" {
  key_id = aws_kms_key.plain.id
  policy = jsonencode({ Version = "2012-10-17", Id = "plain", Statement = [{ Effect = "Allow", Principal = { AWS = "*" }, Action = "kms:*", Resource = "*" }] })
}

resource "aws_kms_key" "signing" {
  customer_master_key_spec = "ECC_NIST_P256"
  key_usage                = "SIGN_VERIFY"
  deletion_window_in_days  = 7
}

resource "aws_kms_key" "hashing" {
  customer_master_key_spec = "HMAC_256"
  key_usage                = "GENERATE_VERIFY_MAC"
  deletion_window_in_days  = 7
}

resource "aws_kms_key" "wide" {
  multi_region            = true
  deletion_window_in_days = 7
}

resource "aws_kms_replica_key" "west" {
  provider                = aws.west
  primary_key_arn         = aws_kms_key.wide.arn
  description             = "a replica, ${local.word}"
  deletion_window_in_days = 7
}

resource "aws_kms_external_key" "mine" {
  description             = "own material"
  deletion_window_in_days = 7
  key_material_base64     = base64encode("0123456789abcdef0123456789abcdef")
}

resource "aws_kms_external_key" "wide" {
  multi_region            = true
  deletion_window_in_days = 7
  key_material_base64     = base64encode("0123456789abcdef0123456789abcdef")
}

resource "aws_kms_replica_external_key" "west" {
  provider                = aws.west
  primary_key_arn         = aws_kms_external_key.wide.arn
  description             = "a replica with own material, ${local.word}"
  deletion_window_in_days = 7
  key_material_base64     = base64encode("0123456789abcdef0123456789abcdef")
}

resource "aws_kms_alias" "main" {
  name          = "alias/plain"
  target_key_id = var.revision == 1 ? aws_kms_key.main.key_id : aws_kms_external_key.mine.id
}

resource "aws_kms_alias" "signing" {
  name_prefix   = "alias/plain-"
  target_key_id = aws_kms_key.signing.arn
}

resource "aws_kms_grant" "worker" {
  name              = "worker"
  key_id            = aws_kms_key.main.key_id
  grantee_principal = aws_iam_role.worker.arn
  operations        = ["Encrypt", "Decrypt", "GenerateDataKey"]
  constraints {
    encryption_context_equals = { team = "blue" }
  }
}

resource "aws_kms_ciphertext" "word" {
  key_id    = aws_kms_key.main.key_id
  plaintext = "a word"
  context   = { team = "blue" }
}
