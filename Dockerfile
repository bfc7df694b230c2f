# The web and the server's program are built in one stage and the server's packages are installed in another; the image holds neither's tools.
FROM node:24-bookworm-slim AS web
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --include=dev --no-audit --no-fund
COPY vite.*.ts tsconfig.json ./
COPY contract contract
COPY server server
COPY web web
RUN node node_modules/vite/bin/vite.js build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The image brings its own Node. PostgreSQL is the packages', so that a data folder moves between the image and `npm start`.
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:24-bookworm-slim
# tini ends with its child and buries orphans.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ffmpeg tini \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o node -g node -m 700 /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=web /app/dist dist
COPY package.json ./
COPY contract contract
COPY server server
# PostgreSQL's programs need links, which the server could not make on a read-only disk.
RUN node -e 'import("./server/platform/db/embedded/programs.ts").then(({ findPrograms }) => findPrograms())'
ENV NODE_ENV=production DATA_DIR=/data
# PostgreSQL does not run as root, and wants an account that has a name.
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--max-semi-space-size=8", "dist/.server/main.js"]
