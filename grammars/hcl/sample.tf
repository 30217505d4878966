terraform {
  required_version = ">= 1.5"
}

variable "region" {
  type    = string
  default = "eu-central-1"
}

locals {
  common_tags = { team = "shop" }
  bucket_name = "${var.region}-assets"
}

data "aws_ami" "base" {
  most_recent = true
}

resource "aws_s3_bucket" "assets" {
  bucket = local.bucket_name
  tags   = merge(local.common_tags, { name = upper(var.region) })
}

module "network" {
  source = "./modules/network"
  vpc_id = aws_vpc.main.id
  image  = data.aws_ami.base.id
}

output "bucket_arn" {
  value = aws_s3_bucket.assets.arn
}
