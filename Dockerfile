# syntax=docker/dockerfile:1
# The server with the web app inside. Build: docker build --build-arg COMMIT="$(git rev-parse HEAD)" -t quizmaster .

FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund
ARG COMMIT=""
RUN COMMIT="$COMMIT" npm run build
RUN node scripts/deploy/assemble.mjs /app

# Node's own image carries npm and yarn, which the server doesn't need: without them it is a third smaller.
FROM debian:bookworm-slim
RUN mkdir /data && chown 10001:10001 /data
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app /app
WORKDIR /app
ENV HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
EXPOSE 4000
VOLUME /data
USER 10001:10001
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
LABEL org.opencontainers.image.title="Quizmaster" \
      org.opencontainers.image.description="A quiz game for the web and phones" \
      org.opencontainers.image.licenses="MIT"
# Node runs as PID 1 without an init: it handles SIGTERM, and the only processes to reap are its own children.
CMD ["node", "dist/server.mjs"]
