# The suite, ready to run: docker run --rm --env-file target.env -v "$PWD/reports:/reports" IMAGE
# Credentials come with `docker run`; none is in a layer (.dockerignore leaves .env out).
FROM node:24-slim

# For the payment pages in a real browser; leave it out with --build-arg CHROMIUM= (those are skipped then).
ARG CHROMIUM=chromium
RUN if [ -n "$CHROMIUM" ]; then \
      apt-get update && apt-get install -y --no-install-recommends "$CHROMIUM" && rm -rf /var/lib/apt/lists/*; \
    fi

WORKDIR /suite
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm cache clean --force
COPY . .
RUN mkdir /reports && chown node:node /reports

USER node
VOLUME /reports
# Through npm, which puts the Node that the suite was proved with first.
ENTRYPOINT ["npm", "run", "--silent"]
CMD ["start", "--", "--output", "/reports"]
