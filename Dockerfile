# The service as a small image: built with everything, run with what it needs, by a user who may do nothing else.
ARG NODE=node:20.19.0-bookworm-slim

FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY bench bench
COPY projections projections
COPY src src
RUN npm run build && rm -rf dist/bench

FROM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
COPY bin bin
COPY samples samples
# A volume takes the owner of the folder that it is first mounted over.
RUN mkdir /data && chown node:node /data && ln -s /app/bin/company-data.js /usr/local/bin/company-data
USER node
VOLUME /data
EXPOSE 3000
# Of the API; a process without that role listens on nothing and brings a check of its own.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["company-data"]
CMD ["serve"]
