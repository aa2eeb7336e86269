# syntax=docker/dockerfile:1
# How the example is packed.

# Which Python it runs on.
ARG PYTHON=3.11
ARG REGISTRY

# Builds it.
FROM --platform=$BUILDPLATFORM python:${PYTHON} AS build
# Where it is built.
ENV HOME=/build \
    # Not about the next.
    PIP_NO_CACHE=1
ENV OLD style
run pip install . \
 && ENV=no make

COPY <<EOF /etc/conf
FROM no AS no
ENV NO=1
EOF
FROM debian:stable-slim
ARG  USER="a b"  GROUP
COPY --from=build /build /app
HEALTHCHECK CMD true
from build as final
CMD ["app"]
