# What the example runs on.

terraform {
  required_version = ">= 1.5"
  backend "s3" {
    bucket = "state"
  }
}

# Where it runs.
variable "region" {
  type    = string
  default = "eu"
}

locals {
  // The name of all.
  name = "a-${var.region == "eu" ? "}" : "{"}"
  tags = {
    owner = "me"
  }
}

/* The machine
 * itself. */
resource "aws_instance" "web" {
  ami = data.aws_ami.image.id
  lifecycle {
    ignore_changes = [ami]
  }
  dynamic "disk" {
    for_each = [1]
  }
  user_data = <<-EOF
    resource "no" "no" {
  EOF
}

data "aws_ami" "image" {}
module "network" { source = "./network" }
output "address" {
  value = aws_instance.web.id
}
provider "aws" {
  alias = "west"
}
replicas = 3
