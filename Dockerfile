# Node runs the TypeScript as it is: there is no build step, and the image holds the files of the repository.
FROM node:24-bookworm-slim

# git for clones and pushes, bubblewrap for the sandbox, util-linux has flock and setpriv, tini reaps what checks leave behind
RUN apt-get update \
 && apt-get install --yes --no-install-recommends git ca-certificates bubblewrap util-linux tini \
 && rm -rf /var/lib/apt/lists/*

WORKDIR /app
COPY package.json package-lock.json ./
# The devDependencies (a Node of its own among them) are for development; install scripts are not needed.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY bin bin
COPY grammars grammars
COPY src src

RUN install --directory --owner=node --group=node --mode=0700 /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "bin/aiderbot.mjs"]
CMD ["serve"]
