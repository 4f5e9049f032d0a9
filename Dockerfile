# The suite, ready to run, on a root file system that may be read-only:
#   docker run --rm --read-only --env-file target.env -v "$PWD/reports:/reports" IMAGE
#   docker run --rm --read-only -p 8080:8080 IMAGE sandbox --host 0.0.0.0
# Credentials come with `docker run`; none is in a layer (.dockerignore leaves .env out). The base is named by its
# tag, since its digest changes with every security fix: pin the one that you have looked at, with
#   --build-arg BASE=docker.io/library/node:24-slim@sha256:…
ARG BASE=docker.io/library/node:24-slim

# The suite as it is packed: compiled, without tests of its own and without tools.
FROM ${BASE} AS compiled
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run --silent build

# Its libraries, in the exact versions of the lock; the image has a Node already.
FROM ${BASE} AS libraries
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev \
  && rm -rf node_modules/node-linux-* node_modules/node-bin-* node_modules/node-win-* node_modules/.bin

FROM ${BASE}
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="card-service-conformance" \
  org.opencontainers.image.description="Certifies implementations of card-banking, card and payment gateway APIs" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"

# For the payment pages in a real browser; leave it out with --build-arg CHROMIUM= (those are skipped then).
ARG CHROMIUM=chromium-headless-shell
RUN if [ -n "$CHROMIUM" ]; then \
      apt-get update && apt-get install -y --no-install-recommends "$CHROMIUM" && rm -rf /var/lib/apt/lists/*; \
    fi

COPY --from=libraries /build/node_modules /suite/node_modules
COPY --from=compiled /build/package /suite
RUN ln -s /suite/reporters/command.js /usr/local/bin/card-service-conformance \
  && mkdir /reports /work \
  && chown 1000:1000 /reports

# What is written: reports, and what Node and the browser put aside for a while.
ENV HOME=/tmp
VOLUME ["/reports", "/tmp"]
WORKDIR /work
EXPOSE 8080
# By number, so that a cluster can see that it is not root.
USER 1000:1000
ENTRYPOINT ["card-service-conformance"]
CMD ["certify", "--output", "/reports"]
