# The service as a small image. It is built with all packages, and runs with those that it needs, as a user without rights.
# CONTRIBUTING.md says how the version and the digest of Node, and the version of the service, are updated.
ARG NODE=node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20

FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY bench bench
COPY packages/client/src packages/client/src
COPY packages/contract/src packages/contract/src
COPY packages/enrichment/src packages/enrichment/src
COPY packages/platform/src packages/platform/src
COPY packages/statement-check/src packages/statement-check/src
COPY packages/words/src packages/words/src
COPY projections projections
COPY scripts/bundle.mjs scripts/bundle.mjs
COPY src src
RUN npm run build && rm -rf dist/bench

FROM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
# What is in the image, as CycloneDX: of what is installed, since npm leaves packages out where it reads the lock alone.
RUN npm pkg delete devDependencies workspaces && npm sbom --sbom-format cyclonedx --sbom-type application > sbom.cdx.json

FROM ${NODE}
LABEL org.opencontainers.image.title=company-data org.opencontainers.image.version=1.0.0
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/sbom.cdx.json sbom.cdx.json
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
COPY bin bin
COPY samples samples
# Linked from the page /docs.
COPY docs/company-data.postman_collection.json docs/
# A volume takes the owner of the folder that it is first mounted over.
RUN mkdir /data && chown node:node /data && ln -s /app/bin/company-data.js /usr/local/bin/company-data
USER node
VOLUME /data
EXPOSE 3000
# Of whatever role: bash, which the base has, asks in 3 ms of processor; node alone would take 0.4 s to start and ask.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["bash", "/app/bin/health-check.sh"]
ENTRYPOINT ["company-data"]
CMD ["serve"]
