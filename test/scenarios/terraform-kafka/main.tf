# Clusters of Kafka and all that belongs to them, and what reads about them. `revision` changes all that can change in place.
variable "revision" {
  type = number
}

provider "aws" {
  region                      = "us-east-1"
  skip_credentials_validation = true
}

resource "aws_msk_configuration" "settings" {
  name              = "settings"
  kafka_versions    = ["3.6.0"]
  description       = "Revision ${var.revision}"
  server_properties = "auto.create.topics.enable=true\nnum.partitions=${var.revision}\n"
}

resource "aws_msk_cluster" "orders" {
  cluster_name           = "orders"
  kafka_version          = "3.6.0"
  number_of_broker_nodes = 2 * var.revision
  enhanced_monitoring    = var.revision == 1 ? "DEFAULT" : "PER_BROKER"
  broker_node_group_info {
    instance_type   = var.revision == 1 ? "kafka.t3.small" : "kafka.m5.large"
    client_subnets  = ["subnet-a", "subnet-b"]
    security_groups = ["sg-a"]
    storage_info {
      ebs_storage_info {
        volume_size = 10 * var.revision
      }
    }
  }
  configuration_info {
    arn      = aws_msk_configuration.settings.arn
    revision = aws_msk_configuration.settings.latest_revision
  }
  client_authentication {
    unauthenticated = true
    sasl {
      scram = true
    }
  }
  encryption_info {
    encryption_in_transit {
      client_broker = "TLS_PLAINTEXT"
    }
  }
  logging_info {
    broker_logs {
      cloudwatch_logs {
        enabled   = true
        log_group = "brokers-${var.revision}"
      }
    }
  }
  tags = { revision = var.revision }
}

resource "aws_msk_cluster_policy" "orders" {
  cluster_arn = aws_msk_cluster.orders.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Revision${var.revision}"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111111111111:root" }
      Action    = ["kafka:DescribeCluster", "kafka:GetBootstrapBrokers"]
      Resource  = aws_msk_cluster.orders.arn
    }]
  })
}

resource "aws_secretsmanager_secret" "reader" {
  count                   = 2
  name                    = "AmazonMSK_reader_${count.index}"
  recovery_window_in_days = 0
}

resource "aws_secretsmanager_secret_version" "reader" {
  count         = 2
  secret_id     = aws_secretsmanager_secret.reader[count.index].id
  secret_string = jsonencode({ username = "reader-${count.index}", password = "secret" })
}

resource "aws_msk_scram_secret_association" "orders" {
  cluster_arn     = aws_msk_cluster.orders.arn
  secret_arn_list = slice(aws_secretsmanager_secret_version.reader[*].arn, 0, var.revision)
}

resource "aws_msk_serverless_cluster" "small" {
  cluster_name = "small"
  vpc_config {
    subnet_ids         = ["subnet-a", "subnet-b"]
    security_group_ids = ["sg-a"]
  }
  client_authentication {
    sasl {
      iam {
        enabled = true
      }
    }
  }
  tags = { revision = var.revision }
}

data "aws_msk_cluster" "orders" {
  cluster_name = aws_msk_cluster.orders.cluster_name
}

data "aws_msk_configuration" "settings" {
  name = aws_msk_configuration.settings.name
}

data "aws_msk_bootstrap_brokers" "orders" {
  cluster_arn = aws_msk_cluster.orders.arn
}

data "aws_msk_broker_nodes" "orders" {
  cluster_arn = aws_msk_cluster.orders.arn
}

data "aws_msk_kafka_version" "newest" {
  preferred_versions = ["3.6.0"]
}

output "read" {
  value = {
    arn     = data.aws_msk_cluster.orders.arn
    servers = data.aws_msk_bootstrap_brokers.orders.bootstrap_brokers
    nodes   = tostring(length(data.aws_msk_broker_nodes.orders.node_info_list))
    version = data.aws_msk_kafka_version.newest.version
  }
}
